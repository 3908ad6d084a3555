// SPDX-License-Identifier: Apache-2.0
// Finds the document of this host among the files that boot looks at.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "boot/candidates.h"

namespace pointsman::boot {

struct BootSources {
  std::vector<std::filesystem::path> directories = {"/etc/pointsman", "/etc/nmstate/openshift"};
  std::size_t mostBytes = std::size_t{8} << 20U;
};

struct SourceDocument {
  std::filesystem::path file = {};
  std::string content = {};
  std::string sha256 = {};
  bool operator==(const SourceDocument&) const = default;
};

// A file that was looked at and not taken: "/etc/pointsman/node1.yml: is empty".
struct PassedOver {
  std::filesystem::path file = {};
  std::string because = {};
  bool operator==(const PassedOver&) const = default;
};

struct Selection {
  std::optional<SourceDocument> document = {};  // empty: there is none for this host
  std::string why = {};                         // a sentence about the one chosen
  std::vector<PassedOver> passedOver = {};      // up to the one chosen, in order
  std::vector<std::string> warnings = {};
};

// The first candidate that is there and not empty. A common document that lists hosts
// (`hostConfig`) and not this one is passed over. Something that bears a candidate's name and is no
// regular file, is too large or cannot be read is an error: taking the next one instead would
// configure the host differently from what was meant.
Result<Selection> selectDocument(const BootSources& sources, const HostIdentity& host);

}  // namespace pointsman::boot
