// SPDX-License-Identifier: Apache-2.0
// Addresses that come by themselves: one dhcpcd for each link and family, a daemon of its own that
// outlives us and is found again through its pid file. It speaks DHCP, and for IPv6 listens to
// routers too.
#pragma once

#include <filesystem>

#include "base/deadline.h"
#include "base/result.h"
#include "host/ip_method_record.h"
#include "model/ip_config.h"
#include "model/names.h"
#include "netlink/netlink.h"

namespace pointsman::host {

class DhcpClient {
 public:
  virtual ~DhcpClient() = default;
  // Returns when the client runs, which may be long before it has an address. One that runs with
  // the same settings is left alone, one with others is started anew.
  virtual Result<> start(const InterfaceName& link, IpFamily family, const IpConfig& method,
                         Deadline deadline) = 0;
  // Returns when the client and its addresses are gone. False when there was none of ours. The
  // lease is not released: the server gives it again to whoever has the MAC address next, such as
  // the bridge that the link joins.
  virtual Result<bool> stop(const InterfaceName& link, IpFamily family, Deadline deadline) = 0;
};

class Dhcpcd final : public DhcpClient {
 public:
  explicit Dhcpcd(std::filesystem::path runDirectory) : runDirectory_(std::move(runDirectory)) {}

  Result<> start(const InterfaceName& link, IpFamily family, const IpConfig& method,
                 Deadline deadline) override;
  Result<bool> stop(const InterfaceName& link, IpFamily family, Deadline deadline) override;

 private:
  std::filesystem::path runDirectory_;
};

// Those of readRecords() whose client runs.
Result<IpMethodRecords> readActiveMethods(const std::filesystem::path& runDirectory);

// Returns once 'link' has an address of 'family' that can be used: not link-local, and known to be
// unique. Unavailable when the deadline passes first.
Result<> awaitAddress(netlink::Netlink& netlink, const InterfaceName& link, IpFamily family,
                      Deadline deadline);

}  // namespace pointsman::host
