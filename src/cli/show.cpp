// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/str_cat.h"
#include "base/suggest.h"
#include "cli/host_access.h"
#include "cli/output.h"
#include "cli/verbs.h"
#include "document/print.h"
#include "picture/picture.h"

namespace pointsman::cli {

namespace {

// The first name that is neither a link nor a bridge nor an OVS interface of the host.
Result<> checkNames(const ObservedState& observed, const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const auto& [name, link] : observed.config.links) known.push_back(name.text);
  for (const auto& [name, bridge] : observed.config.ovs.bridges) known.push_back(name.text);
  for (const auto& [name, facts] : observed.facts.ovs.interfaces) known.push_back(name.text);
  for (const auto& name : names) {
    if (std::ranges::find(known, name) != known.end()) continue;
    const auto similar = findSimilar(name, known);
    return Error{ErrorKind::NotFound,
                 strCat("no interface is called '", name, "'",
                        similar ? strCat("; did you mean '", *similar, "'?") : "",
                        "\n  'pointsman show' lists all of them")};
  }
  return ok();
}

std::string print(const ObservedState& observed, const ShowCommand& command) {
  document::ShowOptions options;
  picture::DrawOptions drawing;
  for (const auto& name : command.interfaces) {
    options.only.emplace_back(name);
    drawing.around.emplace(name);
  }
  switch (command.format) {
    case ShowFormat::Yaml:
      return document::printYaml(document::toTree(observed, options));
    case ShowFormat::Json:
      return document::printJson(document::toTree(observed, options));
    case ShowFormat::Svg:
      return picture::drawSvg(observed, drawing);
    case ShowFormat::Dot:
      return picture::drawDot(observed, drawing);
  }
  return "";
}

}  // namespace

ExitStatus runVerb(const GlobalOptions& global, const ShowCommand& command) {
  const auto need = command.kernelOnly ? host::OvsNeed::Ignored : host::OvsNeed::Required;
  const auto observed = readHost(global, need);
  if (!observed) {
    const auto status = fail(observed.error());
    writeError("  'pointsman show --kernel' shows the rest of the host.\n");
    return status;
  }
  if (auto known = checkNames(*observed, command.interfaces); !known) return fail(known.error());
  if (auto written = writeOutput(print(*observed, command), command.output); !written) {
    return fail(written.error());
  }
  return ExitStatus::Done;
}

}  // namespace pointsman::cli
