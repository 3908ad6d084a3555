// SPDX-License-Identifier: Apache-2.0
// Everything on a host that this program can set, complete: the value a plan starts from and the
// value it leads to. ObservedState adds what can only be seen.
#pragma once

#include <map>
#include <set>
#include <string>

#include "model/ip_config.h"
#include "model/link_config.h"
#include "model/names.h"
#include "model/ovs_config.h"

namespace pointsman {

struct HostConfig {
  std::map<InterfaceName, LinkConfig> links = {};
  OvsConfig ovs = {};
  std::set<Route> routes = {};  // somebody's configuration: protocols boot and static
  std::set<Rule> rules = {};    // without the kernel's own three
  ResolverConfig resolver = {};
  std::string hostname = {};        // in force
  std::string staticHostname = {};  // kept across boots; may be empty
  bool operator==(const HostConfig&) const = default;
};

}  // namespace pointsman
