// SPDX-License-Identifier: Apache-2.0
// What an ovs-interface is besides an internal port: `patch:`, `dpdk:`, and beyond nmstate the
// tunnels `geneve:`, `vxlan:` and `gre:`, and `vport:` for any other type of OVSDB's Interface
// table:
//
//   geneve: {remote: 192.0.2.9, local: 192.0.2.1, id: 10, destination-port: 6081, options: {csum:
//   true}} vport: {type: stt, options: {remote_ip: 192.0.2.9}}
//
// `remote`, `local` and `id` also take the word flow: the flow table decides.
#pragma once

#include <string_view>
#include <utility>

#include "document/tree.h"
#include "document/value.h"
#include "model/desired_ovs.h"

namespace pointsman::document {

// 'section' stands under one of the keys above.
void readOvsInterface(const Value& section, DesiredOvsInterface& interface);
// The key and what stands under it.
[[nodiscard]] std::pair<std::string_view, Node> writeOvsInterface(
    const DesiredOvsInterface& interface);

}  // namespace pointsman::document
