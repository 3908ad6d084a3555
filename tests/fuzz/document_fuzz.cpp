// SPDX-License-Identifier: Apache-2.0
// Arbitrary bytes as a document: no crash, no hang; diagnostics print; and what is valid means the
// same after printing and parsing it again, as YAML and as JSON.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "document/document.h"
#include "document/print.h"
#include "document/report.h"

namespace {

using namespace pointsman::document;

// Small limits: the fuzzer shall look for new ways through the code, not for long ones.
constexpr TreeLimits kLimits{.bytes = 1U << 16U, .nodes = 20'000, .depth = 32};

void require(bool holds) {
  if (!holds) std::abort();
}

pointsman::Result<Node> currentState() {
  pointsman::ObservedState host;
  host.config.links[pointsman::InterfaceName("eth0")].up = true;
  return toTree(host);
}

void checkRoundTrip(const Document& document) {
  const Node tree = toTree(document.desired);
  for (const std::string& text : {printYaml(tree), printJson(tree)}) {
    const auto again = parseDocument(text, "again.yml");
    require(again.has_value());
    require(again->desired == document.desired);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto tree = parseTree(text, "fuzz.yml", kLimits)) {
    const auto again = parseTree(printYaml(*tree), "again.yml");
    require(again.has_value() && sameContent(*again, *tree));
  }
  const auto document =
      parseDocument(text, "fuzz.yml", {.currentState = currentState, .limits = kLimits});
  if (document) {
    checkRoundTrip(*document);
  } else {
    require(!printForPeople(document.error(), {"fuzz.yml", text}).empty());
    require(!printAsJson(document.error()).empty());
  }
  return 0;
}
