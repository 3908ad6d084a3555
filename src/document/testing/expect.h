// SPDX-License-Identifier: Apache-2.0
// For tests: parse or fail the test with every diagnostic.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/str_cat.h"
#include "document/document.h"
#include "document/report.h"

namespace pointsman::document {

inline Document mustParse(std::string_view text, const ParseOptions& options = {}) {
  auto document = parseDocument(text, "test.yml", options);
  if (document) return std::move(*document);
  ADD_FAILURE() << printForPeople(document.error(), {"test.yml", text}) << "in:\n" << text;
  return {};
}

inline Node mustParseTree(std::string_view text) {
  auto tree = parseTree(text, "test.yml");
  if (tree) return std::move(*tree);
  ADD_FAILURE() << printForPeople(tree.error(), {"test.yml", text});
  return {};
}

// "line:column: message", one a line; "" when it is a valid document without warnings.
inline std::string findingsIn(std::string_view text, const ParseOptions& options = {}) {
  const auto document = parseDocument(text, "test.yml", options);
  std::string found;
  for (const Diagnostic& each : document ? document->warnings : document.error()) {
    if (!found.empty()) found += '\n';
    if (each.where) strAppend(found, each.where->line, ":", each.where->column, ": ");
    if (each.severity == Severity::Warning) found += "warning: ";
    found += each.message;
  }
  return found;
}

}  // namespace pointsman::document
