// SPDX-License-Identifier: Apache-2.0
#include "inside_host.h"

#include <array>

#include "base/command.h"
#include "base/str_cat.h"
#include "document/print.h"
#include "sandbox/layout.h"

namespace pointsman::host {

Deadline soon() { return Deadline::after(std::chrono::seconds(30)); }

void InsideHost::inside(const std::function<void()>& body, const sandbox::Options& options) {
  auto sandbox = sandbox::Sandbox::start(options, soon());
  ASSERT_TRUE(sandbox.has_value()) << sandbox.error().message();
  const auto ended = (*sandbox)->inside().call(
      [&] {
        body();
        return testing::Test::HasFailure() ? 1 : 0;
      },
      Deadline::after(std::chrono::seconds(60)));
  ASSERT_TRUE(ended.has_value()) << ended.error().message();
  EXPECT_TRUE(ended->success()) << "inside the sandbox: " << toString(*ended);
}

HostAccess accessInside() {
  return {.ovsdb = {ovsdb::UnixRemote{strCat(sandbox::kOvsRunDirectory, "/db.sock")}},
          .defaultDatapath = "netdev",
          .runDirectory = std::string(sandbox::kRunDirectory)};
}

ObservedState readInside() {
  auto state = readHost(accessInside(), soon());
  EXPECT_TRUE(state.has_value()) << state.error().message();
  return state ? *state : ObservedState{};
}

HostExecutor openInside(OvsTool tool) {
  auto executor = HostExecutor::open({.access = accessInside(), .ovsTool = tool});
  EXPECT_TRUE(executor.has_value());
  return std::move(*executor);
}

std::string run(const std::vector<std::string>& argv) {
  const auto output = runCommand(argv, {}, soon());
  EXPECT_TRUE(output.has_value()) << output.error().message();
  if (!output) return "";
  const auto checked = output->check(argv.front());
  EXPECT_TRUE(checked.has_value()) << checked.error().message();
  return output->output;
}

bool pings(const std::string& address) {
  const auto output = runCommand({"ping", "-c1", "-W5", address}, {}, soon());
  return output && output->status.success();
}

Result<> runPlan(HostExecutor& executor, const std::vector<plan::Step>& steps) {
  const std::span<const plan::Step> all = steps;
  std::size_t first = 0;
  while (first < all.size()) {
    std::size_t end = first + 1;
    while (plan::isOvsdb(all[first]) && end < all.size() && plan::isOvsdb(all[end])) ++end;
    CHECK_OK(executor.execute(all.subspan(first, end - first)));
    first = end;
  }
  return ok();
}

Result<> runPlan(const std::vector<plan::Step>& steps) {
  HostExecutor executor = openInside();
  return runPlan(executor, steps);
}

namespace {

std::string withoutQueue(std::string text) {
  for (const std::string_view word : {"qdisc noop ", "qdisc noqueue "}) {
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word)) {
      text.erase(at, word.size());
    }
  }
  return text;
}

}  // namespace

std::string dumpHost() {
  struct Columns {
    const char* table;
    const char* columns;
  };
  constexpr std::array<Columns, 5> kTables = {{
      {"Open_vSwitch", "external_ids,other_config"},
      {"Bridge", "name,datapath_type,fail_mode,external_ids,other_config,protocols,stp_enable"},
      {"Port", "name,tag,vlan_mode,trunks,bond_mode,lacp,external_ids,other_config"},
      {"Interface", "name,type,options,mac,mtu_request,ofport_request,external_ids,other_config"},
      {"Controller", "target"},
  }};
  std::string text;
  for (const auto& [table, columns] : kTables) {
    text += run({"ovs-vsctl", "--columns", columns, "list", table});
  }
  // Without what is no setting: the queue of a link that was never up, and link-local IPv6
  // addresses, which come and settle in their own time.
  strAppend(text, withoutQueue(run({"ip", "-d", "link"})),
            withoutQueue(run({"ip", "-d", "-4", "address"})),
            run({"ip", "-d", "-6", "address", "show", "scope", "global"}),
            run({"ip", "-d", "-4", "route", "show", "table", "all"}),
            run({"ip", "-d", "-6", "route", "show", "table", "main"}), run({"ip", "rule"}),
            run({"ip", "-6", "rule"}), run({"cat", "/etc/resolv.conf"}));
  return text;
}

void expectConfigOf(const ObservedState& before) {
  const ObservedState now = readInside();
  if (now.config == before.config) return;
  const auto show = [](const ObservedState& state) {
    return document::printYaml(document::toTree(document::describe(state)));
  };
  EXPECT_EQ(show(now), show(before));
  ADD_FAILURE() << "the configuration differs";
}

std::string messageOf(const Result<>& result) {
  return result ? "done" : strCat(toString(result.error().kind()), ": ", result.error().message());
}

Address addressOf(const char* prefix) { return {.prefix = IpPrefix::parse(prefix).value()}; }

Route routeOf(const char* destination, const char* gateway, const char* device) {
  Route route{.destination = IpPrefix::parse(destination).value(), .device = InterfaceName(device)};
  if (gateway != nullptr) route.gateway = IpAddress::parse(gateway).value();
  return route;
}

}  // namespace pointsman::host
