// SPDX-License-Identifier: Apache-2.0
#include "cli/load_document.h"

#include <unistd.h>

#include <algorithm>

#include "base/file.h"
#include "cli/host_access.h"
#include "cli/output.h"
#include "document/print.h"
#include "document/report.h"

namespace pointsman::cli {

namespace {

Result<std::string> readSource(const std::string& file, std::size_t mostBytes) {
  if (file == "-") return readAll(STDIN_FILENO, mostBytes).in("standard input");
  return readFile(file, mostBytes);
}

}  // namespace

void report(const GlobalOptions& global, const LoadedDocument& loaded, Diagnostics diagnostics) {
  if (global.quiet) {
    std::erase_if(diagnostics, [](const auto& d) { return d.severity == Severity::Warning; });
  }
  if (diagnostics.empty()) return;
  const auto colour =
      colorsOn(global.color, STDERR_FILENO) ? document::Colour::Always : document::Colour::Never;
  writeError(document::printForPeople(diagnostics, {.file = loaded.fileName, .text = loaded.text},
                                      colour));
}

tl::expected<LoadedDocument, ExitStatus> loadDocument(const GlobalOptions& global,
                                                      const DocumentSource& source) {
  document::ParseOptions options{.hostName = source.host.empty() ? hostName() : source.host,
                                 .currentState = [&global]() -> Result<document::Node> {
                                   TRY(const auto observed,
                                       readHost(global, host::OvsNeed::Optional));
                                   return document::toTree(observed);
                                 }};
  auto text = readSource(source.file, options.limits.bytes);
  // A file that cannot be read is a wrong word on the command line rather than a wrong document.
  if (!text) {
    const auto status = fail(text.error());
    return tl::unexpected(status == ExitStatus::BadDocument ? status : ExitStatus::Failed);
  }
  LoadedDocument loaded{.text = std::move(*text),
                        .fileName = source.file == "-" ? "<stdin>" : source.file};
  auto parsed = document::parseDocument(loaded.text, loaded.fileName, options);
  if (!parsed) {
    report(global, loaded, std::move(parsed.error()));
    return tl::unexpected(ExitStatus::BadDocument);
  }
  loaded.document = std::move(*parsed);
  report(global, loaded, loaded.document.warnings);
  return loaded;
}

tl::expected<ResolvedDocument, ExitStatus> resolveDocument(const GlobalOptions& global,
                                                           const DocumentSource& source) {
  auto loaded = loadDocument(global, source);
  if (!loaded) return tl::unexpected(loaded.error());
  auto observed = readHost(global, host::OvsNeed::Optional);
  // Only once the document is known to need Open vSwitch is its absence a failure; the second read
  // says why in full.
  if (observed && !observed->facts.ovs.available &&
      plan::needsOvs(loaded->document.desired, *observed)) {
    observed = readHost(global, host::OvsNeed::Required);
  }
  if (!observed) return tl::unexpected(fail(observed.error()));
  auto resolution = plan::resolve(loaded->document.desired, *observed);
  loaded->document.sources.locate(resolution.diagnostics);
  document::sortByPosition(resolution.diagnostics);
  report(global, *loaded, resolution.diagnostics);
  if (hasErrors(resolution.diagnostics)) return tl::unexpected(ExitStatus::BadDocument);
  return ResolvedDocument{std::move(*loaded), std::move(*observed), std::move(resolution)};
}

}  // namespace pointsman::cli
