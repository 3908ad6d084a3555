// SPDX-License-Identifier: Apache-2.0
#include "document/document.h"

#include <algorithm>
#include <utility>

#include "base/str_cat.h"
#include "document/host_choice.h"
#include "document/policy.h"
#include "document/state_section.h"
#include "document/value.h"

namespace pointsman::document {

namespace {

tl::unexpected<Diagnostics> sorted(Diagnostics diagnostics) {
  sortByPosition(diagnostics);
  return tl::unexpected(std::move(diagnostics));
}

// The plain or policy document within an install-config.
Parsed<Node> chosenHost(Node root, std::string_view fileName, std::string_view hostName) {
  if (!listsHosts(root)) return root;
  Findings findings{.fileName = std::string(fileName)};
  const Node* chosen = chooseHost(Value(root, findings), hostName);
  if (chosen == nullptr) return sorted(takeDiagnostics(std::move(findings)));
  return *chosen;
}

Parsed<Node> resolved(Node root, std::string_view fileName, const ParseOptions& options) {
  if (!isPolicy(root)) return root;
  const auto refuse = [&](std::string message, std::string hint) {
    return tl::unexpected(Diagnostics{
        {.message = std::move(message),
         .hint = std::move(hint),
         .where = SourcePosition{std::string(fileName), root.at.line, root.at.column}}});
  };
  if (!options.currentState) {
    return refuse("this is a policy, which needs a host to fill it in",
                  "run this on the host it is for, or give a plain document");
  }
  const Result<Node> current = options.currentState();
  if (!current) {
    return refuse(strCat("this policy needs the host's state: ", current.error().message()), "");
  }
  return resolvePolicy(root, *current, fileName);
}

}  // namespace

Parsed<Document> readDocument(Node root, std::string_view fileName) {
  Document document;
  document.sources = SourceMap(std::string(fileName), std::move(root));
  Findings findings{.fileName = std::string(fileName)};
  readState(Value(document.sources.root(), findings), document.desired);
  Diagnostics found = takeDiagnostics(std::move(findings));
  if (hasErrors(found)) return sorted(std::move(found));
  sortByPosition(found);
  document.warnings = std::move(found);
  return document;
}

Parsed<Document> parseDocument(std::string_view text, std::string_view fileName,
                               const ParseOptions& options) {
  return parseTree(text, fileName, options.limits)
      .and_then([&](Node root) { return chosenHost(std::move(root), fileName, options.hostName); })
      .and_then([&](Node root) { return resolved(std::move(root), fileName, options); })
      .and_then([&](Node root) { return readDocument(std::move(root), fileName); })
      .map_error([](Diagnostics diagnostics) {
        sortByPosition(diagnostics);
        return diagnostics;
      });
}

}  // namespace pointsman::document
