// SPDX-License-Identifier: Apache-2.0
// The nmstate document: text in, DesiredState out, or everything that is wrong with it.
//
// Three forms are understood. A plain document has `interfaces:`, `routes:` and so on at its top.
// In an install-config, `networking.hostConfig` (or a bare `hostConfig`) lists hosts by `name`,
// each with such a document under `networkConfig`; one is chosen by host name. A policy has
// `capture:` and `desired:` (or `desiredState:`) and is filled in from the host's current state.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "document/source_map.h"
#include "document/tree.h"
#include "model/desired_state.h"
#include "model/diagnostic.h"

namespace pointsman::document {

struct Document {
  DesiredState desired = {};
  // Paths begin at the chosen host's document: "interfaces[0].mtu".
  SourceMap sources = {};
  // What is accepted although the user should know about it; never an error.
  Diagnostics warnings = {};
};

struct ParseOptions {
  // Chooses the entry of an install-config: a host's full or short name. May be empty when the
  // document is for one host only.
  std::string hostName = {};
  // The host's current state as `show` prints it: toTree(observed). Called only for a policy; when
  // empty, a policy is refused.
  std::function<Result<Node>()> currentState = {};
  TreeLimits limits = {};
};

// Never stops at the first problem: on failure all of them come back, warnings included, each with
// its position in 'fileName', in the order of the text.
[[nodiscard]] Parsed<Document> parseDocument(std::string_view text, std::string_view fileName,
                                             const ParseOptions& options = {});

// The second half of parseDocument(), for a tree that is a plain document already. Diagnostics have
// paths and, where the tree has positions, those.
[[nodiscard]] Parsed<Document> readDocument(Node root, std::string_view fileName);

}  // namespace pointsman::document
