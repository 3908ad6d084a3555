// SPDX-License-Identifier: Apache-2.0
// An install-config, or the part of it that lists hosts, holds one network document a host.
#pragma once

#include <string_view>

#include "document/tree.h"
#include "document/value.h"

namespace pointsman::document {

// Whether the document has `networking.hostConfig` or `hostConfig` at its top. The file is not
// ours then: what else it holds is not looked at.
[[nodiscard]] bool listsHosts(const Node& root);

// The network document of 'hostName', which may be a full or a short name; null when none, or more
// than one, is meant, which is reported with the names there are.
[[nodiscard]] const Node* chooseHost(const Value& root, std::string_view hostName);

// Whether the list has an entry that 'hostName' can mean. Says nothing about what is wrong with the
// document.
[[nodiscard]] bool namesHost(const Node& root, std::string_view hostName);

}  // namespace pointsman::document
