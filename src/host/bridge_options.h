// SPDX-License-Identifier: Apache-2.0
// Options of a Linux bridge: the document's names and units on one side, the kernel's on the other.
#pragma once

#include "model/string_map.h"
#include "netlink/options.h"

namespace pointsman::host {

// Kernel options that a document has no word for are left out.
[[nodiscard]] StringMap toDocumentOptions(const netlink::Options& kernel);
// The inverse. Options unknown here are left out; document/ lets none through.
[[nodiscard]] netlink::Options toKernelOptions(const StringMap& document);

}  // namespace pointsman::host
