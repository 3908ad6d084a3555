// SPDX-License-Identifier: Apache-2.0
// What the quick paths cost as whole processes: `show` on the quickstart host (bar: 15 ms of its
// own CPU time) and `--version` (bar: 10 ms of wall time). `ovs-vsctl show` and `--version` run
// beside them for scale.
#include <cstdio>

#include "base/str_cat.h"
#include "measure.h"
#include "sandbox/sandbox.h"

namespace pointsman::bench {
namespace {

constexpr int kRounds = 51;

Result<> benchInside() {
  // The quickstart host as its document leaves it: br-ex over eth0.
  TRY(const Cost made, runProgram({"ovs-vsctl", "add-br", "br-ex", "--", "set", "bridge", "br-ex",
                                   "datapath_type=netdev", "--", "add-port", "br-ex", "eth0"}));
  (void)made;
  TRY(const auto costs, comparePrograms({{pointsmanBinary(), "show"},
                                         {pointsmanBinary(), "--version"},
                                         {"ovs-vsctl", "show"},
                                         {"ovs-vsctl", "--version"}},
                                        kRounds));
  const char* names[] = {"pointsman show", "pointsman --version", "ovs-vsctl show",
                         "ovs-vsctl --version"};
  for (std::size_t i = 0; i < costs.size(); ++i) {
    std::printf("%-20s  wall %5.1f ms  cpu %5.1f ms  peak %5.1f MiB\n", names[i], costs[i].wallMs,
                costs[i].cpuMs, costs[i].peakMiB);
  }
  std::printf("show: %.1f ms of own CPU time (bar: at most 15), ratio to ovs-vsctl show %.2f\n",
              costs[0].cpuMs, costs[0].cpuMs / costs[2].cpuMs);
  std::printf(
      "--version: %.1f ms of wall time (bar: at most 10), ratio to ovs-vsctl --version %.2f\n",
      costs[1].wallMs, costs[1].wallMs / costs[3].wallMs);
  return ok();
}

Result<> bench() {
  TRY(const auto host, sandbox::Sandbox::start({}, Deadline::after(std::chrono::seconds(30))));
  TRY(const auto status, host->inside().call([] { return runBench(benchInside); },
                                             Deadline::after(std::chrono::minutes(5))));
  if (!status.success()) return Error{ErrorKind::Internal, strCat("inside the sandbox: ", status)};
  return ok();
}

}  // namespace
}  // namespace pointsman::bench

int main() { return pointsman::bench::runBench(pointsman::bench::bench); }
