// SPDX-License-Identifier: Apache-2.0
#include "host/host_executor.h"

#include <optional>
#include <set>
#include <string>
#include <utility>

#include "base/overloaded.h"
#include "base/str_cat.h"
#include "host/address_executor.h"
#include "host/await.h"
#include "host/dhcp_client.h"
#include "host/ip_method_executor.h"
#include "host/link_executor.h"
#include "host/name_executor.h"
#include "host/native_configurator.h"
#include "host/ovs_executor.h"
#include "host/port_executor.h"
#include "host/route_executor.h"
#include "host/vsctl_configurator.h"
#include "netlink/netlink.h"
#include "ovsdb/io/client.h"

namespace pointsman::host {

namespace {

// The way to Open vSwitch, once there is one.
struct OvsAccess {
  explicit OvsAccess(ovsdb::Client connected) : client(std::move(connected)) {}

  ovsdb::Client client;
  std::unique_ptr<OvsConfigurator> configurator;
  std::optional<OvsExecutor> executor;
};

Result<std::unique_ptr<OvsAccess>> connectOvs(const ExecutorOptions& options, Deadline deadline) {
  TRY(auto client, ovsdb::Client::connect(options.access.ovsdb, {}, deadline));
  auto access = std::make_unique<OvsAccess>(std::move(client));
  if (options.ovsTool == OvsTool::Native) {
    access->configurator = std::make_unique<NativeConfigurator>(access->client);
  } else {
    access->configurator = std::make_unique<VsctlConfigurator>(toString(access->client.remote()));
  }
  access->executor.emplace(access->client, *access->configurator);
  return access;
}

}  // namespace

struct HostExecutor::State {
  State(ExecutorOptions wanted, netlink::Netlink opened)
      : options(std::move(wanted)),
        netlink(std::move(opened)),
        dhcp(options.access.runDirectory),
        links(netlink),
        ports(netlink),
        addresses(netlink, options.access.runDirectory),
        routes(netlink),
        methods(dhcp),
        names(options.access.resolvConf, options.access.hostnameFile) {}

  Result<> executeOvs(std::span<const plan::Step> steps, Deadline deadline);
  Result<> awaitLinks(const OvsTransaction& done, Deadline deadline);
  Result<> executeOne(const plan::Step& step, Deadline deadline);

  ExecutorOptions options;
  netlink::Netlink netlink;
  std::unique_ptr<OvsAccess> ovs;
  Dhcpcd dhcp;
  LinkExecutor links;
  PortExecutor ports;
  AddressExecutor addresses;
  RouteExecutor routes;
  IpMethodExecutor methods;
  NameExecutor names;
};

Result<> HostExecutor::State::executeOvs(std::span<const plan::Step> steps, Deadline deadline) {
  if (ovs == nullptr) {
    TRY(ovs, connectOvs(options, deadline));
  }
  TRY(const OvsTransaction done, ovs->executor->execute(steps, deadline));
  return awaitLinks(done, deadline);
}

// ovs-vswitchd has acted by now; the kernel may still be at it.
Result<> HostExecutor::State::awaitLinks(const OvsTransaction& done, Deadline deadline) {
  if (done.appearing.empty() && done.vanishing.empty()) return ok();
  const auto settled = [&]() -> Result<bool> {
    TRY(const auto all, netlink.links());
    std::set<std::string> present;
    for (const netlink::Link& link : all) present.insert(link.name);
    for (const auto& name : done.appearing) {
      if (!present.contains(name.text)) return false;
    }
    for (const auto& name : done.vanishing) {
      if (present.contains(name.text)) return false;
    }
    return true;
  };
  return awaitKernel({.links = true}, settled, "the links of internal ports", deadline);
}

Result<> HostExecutor::State::executeOne(const plan::Step& step, Deadline deadline) {
  return std::visit(
      Overloaded{
          [&](const plan::CreateLink& s) { return links.execute(s); },
          [&](const plan::DeleteLink& s) { return links.execute(s); },
          [&](const plan::ChangeLinkKind& s) { return links.execute(s); },
          [&](const plan::SetLinkUp& s) { return links.execute(s); },
          [&](const plan::SetLinkMtu& s) { return links.execute(s); },
          [&](const plan::SetLinkMac& s) { return links.execute(s); },
          [&](const plan::SetLinkController& s) { return ports.execute(s); },
          [&](const plan::SetAltNames& s) { return links.execute(s); },
          [&](const plan::SetAcceptAllMac& s) { return links.execute(s); },
          [&](const plan::AddAddress& s) { return addresses.execute(s); },
          [&](const plan::RemoveAddress& s) { return addresses.execute(s); },
          [&](const plan::ChangeAddress& s) { return addresses.execute(s); },
          [&](const plan::SetIpMethod& s) { return methods.execute(s, deadline); },
          [&](const plan::AddRoute& s) { return routes.execute(s, deadline); },
          [&](const plan::RemoveRoute& s) { return routes.execute(s); },
          [&](const plan::ReplaceRoute& s) { return routes.execute(s, deadline); },
          [&](const plan::AddRule& s) { return routes.execute(s); },
          [&](const plan::RemoveRule& s) { return routes.execute(s); },
          [&](const plan::SetResolver& s) { return names.execute(s); },
          [&](const plan::SetHostname& s) { return names.execute(s); },
          // The rest is OVSDB's. Named one by one above, so that a new kind of step does not pass
          // for one of them: executeOvs() refuses what it does not know.
          [&](const auto&) {
            return executeOvs({&step, 1}, deadline);
          },
      },
      step);
}

Result<HostExecutor> HostExecutor::open(ExecutorOptions options) {
  TRY(auto netlink, netlink::Netlink::open());
  return HostExecutor(std::make_unique<State>(std::move(options), std::move(netlink)));
}

HostExecutor::HostExecutor(std::unique_ptr<State> state) : state_(std::move(state)) {}
HostExecutor::HostExecutor(HostExecutor&&) noexcept = default;
HostExecutor& HostExecutor::operator=(HostExecutor&&) noexcept = default;
HostExecutor::~HostExecutor() = default;

Result<> HostExecutor::execute(std::span<const plan::Step> batch) {
  const Deadline deadline = Deadline::after(state_->options.patience);
  if (batch.empty()) return ok();
  if (plan::isOvsdb(batch.front())) return state_->executeOvs(batch, deadline);
  for (const plan::Step& step : batch) CHECK_OK(state_->executeOne(step, deadline));
  return ok();
}

WriteCounts HostExecutor::counts() const {
  return {.ovsdbOperations = state_->ovs == nullptr ? 0 : state_->ovs->executor->operations(),
          .netlinkRequests = state_->netlink.writes()};
}

}  // namespace pointsman::host
