// SPDX-License-Identifier: Apache-2.0
// One thing wrong with what the user gave us. Checks return all of them, not the first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pointsman {

enum class Severity : std::uint8_t { Warning, Error };

struct SourcePosition {
  std::string file = {};
  unsigned line = 0;    // from 1
  unsigned column = 0;  // from 1
  bool operator==(const SourcePosition&) const = default;
};

struct Diagnostic {
  Severity severity = Severity::Error;
  // Where in the document, as keys and indices: "interfaces[2].bridge.port[0].vlan.tag". Checks
  // across objects know only this; document/ turns it into a position.
  std::string path = {};
  std::string message = {};  // names the object, the wanted and the found
  std::string hint = {};     // what to do about it; may be empty
  std::optional<SourcePosition> where = {};
  bool operator==(const Diagnostic&) const = default;
};

using Diagnostics = std::vector<Diagnostic>;

[[nodiscard]] bool hasErrors(const Diagnostics& diagnostics);

}  // namespace pointsman
