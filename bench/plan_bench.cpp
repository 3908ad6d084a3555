// SPDX-License-Identifier: Apache-2.0
// `pointsman plan` against `ovs-vsctl show` on a host with 1,000 ports: both as whole processes, in
// turn, in one sandbox.
#include <cstdio>
#include <fstream>

#include "base/str_cat.h"
#include "measure.h"
#include "sandbox/sandbox.h"

namespace pointsman::bench {
namespace {

constexpr int kPorts = 1000;
constexpr int kRounds = 21;

Result<> makePorts() {
  Argv argv{"ovs-vsctl", "add-br", "br0", "--", "set", "bridge", "br0", "datapath_type=netdev"};
  for (int port = 0; port < kPorts; ++port) {
    const std::string name = strCat("p", port);
    for (const auto& word :
         {std::string("--"), std::string("add-port"), std::string("br0"), name, std::string("--"),
          std::string("set"), std::string("interface"), name, std::string("type=internal")}) {
      argv.push_back(word);
    }
  }
  TRY(const Cost cost, runProgram(argv));
  std::printf("made a bridge with %d internal ports in %.0f ms\n", kPorts, cost.wallMs);
  return ok();
}

// A day-2 change of one port and the uplink; everything else must be compared and left alone.
Result<std::string> writeDocument() {
  const std::string path = "/tmp/plan-bench.yml";
  std::ofstream file(path);
  file << "interfaces:\n- name: p7\n  type: ovs-interface\n  state: up\n  mtu: 1400\n"
          "- name: p8\n  type: ovs-interface\n  controller: br0\n  ipv4:\n    enabled: true\n"
          "    address:\n    - ip: 203.0.113.8\n      prefix-length: 24\n";
  file.flush();
  if (!file) return Error{ErrorKind::Unavailable, strCat("cannot write ", path)};
  return path;
}

Result<> benchInside() {
  CHECK_OK(makePorts());
  TRY(const std::string document, writeDocument());
  TRY(const auto costs, comparePrograms({{pointsmanBinary(), "plan", document},
                                         {pointsmanBinary(), "show"},
                                         {"ovs-vsctl", "show"}},
                                        kRounds));
  const char* names[] = {"pointsman plan", "pointsman show", "ovs-vsctl show"};
  for (std::size_t i = 0; i < costs.size(); ++i) {
    std::printf("%-15s  wall %6.1f ms  cpu %6.1f ms  peak %5.1f MiB\n", names[i], costs[i].wallMs,
                costs[i].cpuMs, costs[i].peakMiB);
  }
  std::printf("ratio plan / ovs-vsctl show: %.2f wall (bar: at most 3)\n",
              costs[0].wallMs / costs[2].wallMs);
  return ok();
}

Result<> bench() {
  TRY(const auto host,
      sandbox::Sandbox::start({.nics = 1}, Deadline::after(std::chrono::seconds(30))));
  TRY(const auto status, host->inside().call([] { return runBench(benchInside); },
                                             Deadline::after(std::chrono::minutes(5))));
  if (!status.success()) return Error{ErrorKind::Internal, strCat("inside the sandbox: ", status)};
  return ok();
}

}  // namespace
}  // namespace pointsman::bench

int main() { return pointsman::bench::runBench(pointsman::bench::bench); }
