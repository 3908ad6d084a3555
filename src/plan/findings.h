// SPDX-License-Identifier: Apache-2.0
// Collects what is wrong with a document, and spells where in it. Internal to plan/.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "base/str_cat.h"
#include "model/diagnostic.h"

namespace pointsman::plan {

class Findings {
 public:
  void error(std::string path, std::string message, std::string hint) {
    add(Severity::Error, std::move(path), std::move(message), std::move(hint));
  }
  void warn(std::string path, std::string message, std::string hint) {
    add(Severity::Warning, std::move(path), std::move(message), std::move(hint));
  }
  [[nodiscard]] Diagnostics take() && { return std::move(list_); }

 private:
  void add(Severity severity, std::string path, std::string message, std::string hint) {
    Diagnostic finding{severity, std::move(path), std::move(message), std::move(hint), {}};
    // Two rules may stumble over one mistake.
    for (const Diagnostic& known : list_) {
      if (known == finding) return;
    }
    list_.push_back(std::move(finding));
  }

  Diagnostics list_;
};

// "interfaces[2].mtu"; without 'key', the entry itself.
inline std::string interfacePath(std::size_t index, std::string_view key = {}) {
  return strCat("interfaces[", index, "]", key.empty() ? "" : ".", key);
}
inline std::string routePath(std::size_t index, std::string_view key = {}) {
  return strCat("routes.config[", index, "]", key.empty() ? "" : ".", key);
}
inline std::string rulePath(std::size_t index, std::string_view key = {}) {
  return strCat("route-rules.config[", index, "]", key.empty() ? "" : ".", key);
}

}  // namespace pointsman::plan
