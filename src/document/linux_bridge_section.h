// SPDX-License-Identifier: Apache-2.0
// `bridge:` of a linux-bridge. In the model its options are keyed by their place in `options`, such
// as "stp.enabled" or "mac-ageing-time".
#pragma once

#include "document/tree.h"
#include "document/value.h"
#include "model/desired_link.h"
#include "model/string_map.h"

namespace pointsman::document {

void readLinuxBridge(const Value& section, DesiredLinuxBridge& bridge);
[[nodiscard]] Node writeLinuxBridge(const DesiredLinuxBridge& bridge);

// Those of a link's options that a document can say.
[[nodiscard]] StringMap expressibleLinuxBridgeOptions(const StringMap& options);

}  // namespace pointsman::document
