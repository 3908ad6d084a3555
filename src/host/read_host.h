// SPDX-License-Identifier: Apache-2.0
// Reads a host: the kernel over netlink, Open vSwitch over OVSDB, the resolver and the host's name.
// Reads only; a few milliseconds for a host with a thousand ports.
#pragma once

#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "model/observed_state.h"
#include "ovsdb/remote.h"

namespace pointsman::host {

enum class OvsNeed : std::uint8_t {
  Required,  // without an answer from OVSDB the read fails with Unavailable
  Optional,  // facts.ovs says whether and why there was no answer
  Ignored,   // do not ask
};

struct HostAccess {
  std::vector<ovsdb::Remote> ovsdb = {};
  OvsNeed ovsNeed = OvsNeed::Required;
  std::string defaultDatapath = {};  // see OvsFacts
  std::string resolvConf = "/etc/resolv.conf";
  std::string hostnameFile = "/etc/hostname";
  std::string runDirectory = "/run/pointsman";  // where our DHCP clients are remembered
};

// In the network namespace of the calling thread.
Result<ObservedState> readHost(const HostAccess& access, Deadline deadline);

}  // namespace pointsman::host
