// SPDX-License-Identifier: Apache-2.0
#include "host/read_host.h"

#include <unistd.h>

#include <array>

#include "base/file.h"
#include "base/str_cat.h"
#include "host/dhcp_client.h"
#include "host/observe_links.h"
#include "host/observe_methods.h"
#include "host/observe_names.h"
#include "host/observe_ovs.h"
#include "netlink/netlink.h"
#include "ovsdb/io/client.h"

namespace pointsman::host {

namespace {

constexpr std::size_t kLargestNameFile = 1 << 20;

Result<ObservedOvs> readOvs(const HostAccess& access, Deadline deadline) {
  TRY(auto client, ovsdb::Client::connect(access.ovsdb, {}, deadline));
  const auto query = makeOvsQuery();
  TRY(const auto reply, client.transact(kOvsDatabase, query, deadline));
  return decodeOvs(reply);
}

Result<> addOvs(const HostAccess& access, Deadline deadline, ObservedState& state) {
  if (access.ovsNeed == OvsNeed::Ignored) return ok();
  auto read = readOvs(access, deadline);
  if (!read && access.ovsNeed == OvsNeed::Required) return std::move(read.error());
  if (read) {
    state.config.ovs = std::move(read->config);
    state.facts.ovs = std::move(read->facts);
  } else {
    state.facts.ovs.unavailableBecause = read.error().message();
  }
  state.facts.ovs.remote = strJoin(access.ovsdb, ",");
  state.facts.ovs.defaultDatapath = access.defaultDatapath;
  return ok();
}

Result<KernelTables> readKernel() {
  KernelTables tables;
  TRY(auto netlink, netlink::Netlink::open());
  TRY(tables.links, netlink.links());
  TRY(tables.addresses, netlink.addresses());
  TRY(tables.routes, netlink.routes());
  TRY(tables.rules, netlink.rules());
  return tables;
}

// A missing file is an empty one: a host without a resolver is a host.
Result<std::string> readNameFile(const std::string& path) {
  auto content = readFile(path, kLargestNameFile);
  if (!content && content.error().kind() == ErrorKind::NotFound) return std::string();
  return content;
}

Result<> addNames(const HostAccess& access, ObservedState& state) {
  TRY(const auto resolvConf, readNameFile(access.resolvConf));
  state.config.resolver = parseResolvConf(resolvConf);
  TRY(const auto hostname, readNameFile(access.hostnameFile));
  state.config.staticHostname = parseStaticHostname(hostname);
  std::array<char, 256> running = {};
  if (::gethostname(running.data(), running.size() - 1) != 0) return errnoError("gethostname");
  state.config.hostname = running.data();
  return ok();
}

}  // namespace

Result<ObservedState> readHost(const HostAccess& access, Deadline deadline) {
  ObservedState state;
  CHECK_OK(addOvs(access, deadline, state));
  TRY(const auto tables, readKernel());
  observeKernel(tables, state);
  TRY(const auto methods, readActiveMethods(access.runDirectory));
  observeMethods(methods, state);
  CHECK_OK(addNames(access, state));
  return state;
}

}  // namespace pointsman::host
