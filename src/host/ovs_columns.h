// SPDX-License-Identifier: Apache-2.0
// The model's Open vSwitch values as columns of database rows (ovs-vswitchd.conf.db(5)). What
// refers to other rows (ports, interfaces, controllers) is not among them, nor is the name.
#pragma once

#include "model/ovs_config.h"
#include "ovsdb/operation.h"

namespace pointsman::host {

[[nodiscard]] ovsdb::Row columnsOf(const OvsBridgeConfig& bridge);
[[nodiscard]] ovsdb::Row columnsOf(const OvsPortConfig& port);
[[nodiscard]] ovsdb::Row columnsOf(const OvsInterfaceConfig& interface);
[[nodiscard]] ovsdb::Row columnsOf(const OvsConfig& root);

}  // namespace pointsman::host
