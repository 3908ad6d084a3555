// SPDX-License-Identifier: Apache-2.0
// Words for values: how a step, or a difference of two configurations, is told to people. Internal
// to plan/.
#pragma once

#include <string>
#include <string_view>

#include "model/ip_config.h"
#include "model/link_config.h"
#include "model/ovs_config.h"
#include "plan/step.h"

namespace pointsman::plan {

// What a step does, cut up the way print.h and verify.h need it.
struct StepText {
  std::string_view area = {};  // "ovsdb", "link", "ip", "route", "rule", "dns", "host"
  std::string action = {};     // "add port eth0 to br-ex (system)"
  std::string subject = {};    // the interface, bridge or port; may be empty
  std::string property = {};   // of the subject, as documents call it: "mtu"; may be empty
  std::string before = {};
  std::string after = {};
};
[[nodiscard]] StepText textOf(const Step& step);

// "fail-mode secure, external_ids:bridge-uplink=eth0"
[[nodiscard]] std::string describeSettings(const OvsBridgeConfig& bridge);
// "tag 7 -> 12, mcast-snooping-enable false -> true"
[[nodiscard]] std::string describeChange(const OvsBridgeConfig& before,
                                         const OvsBridgeConfig& after);
[[nodiscard]] std::string describeChange(const OvsPortConfig& before, const OvsPortConfig& after);
[[nodiscard]] std::string describeChange(const OvsInterfaceConfig& before,
                                         const OvsInterfaceConfig& after);
[[nodiscard]] std::string describeChange(const LinkKind& before, const LinkKind& after);

[[nodiscard]] std::string toText(const LinkKind& kind);        // "vlan 10 on bond0"
[[nodiscard]] std::string toText(const OvsPortVlan& vlan);     // "access 12"
[[nodiscard]] std::string methodText(const IpConfig& method);  // "dhcp, route metric 48"
[[nodiscard]] std::string toText(const ResolverConfig& resolver);

}  // namespace pointsman::plan
