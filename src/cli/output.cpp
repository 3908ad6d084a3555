// SPDX-License-Identifier: Apache-2.0
#include "cli/output.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "base/file.h"
#include "base/str_cat.h"

namespace pointsman::cli {

namespace {

Result<> writeTo(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(fd, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EPIPE) return ok();
    if (count < 0) return errnoError("standard output");
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return ok();
}

}  // namespace

Result<> writeOutput(std::string_view text, const std::string& file) {
  if (file.empty() || file == "-") return writeTo(STDOUT_FILENO, text);
  return writeFileAtomically(file, text, 0644);
}

void writeError(std::string_view text) {
  // Nobody is left to tell when standard error itself fails.
  (void)writeTo(STDERR_FILENO, text).has_value();
}

ExitStatus fail(const Error& error) {
  writeError(strCat("pointsman: ", error.message(), "\n"));
  return exitStatusFor(error);
}

bool colorsOn(ColorMode mode, int fd) {
  if (mode != ColorMode::Auto) return mode == ColorMode::Always;
  const char* term = std::getenv("TERM");
  return ::isatty(fd) == 1 && std::getenv("NO_COLOR") == nullptr && term != nullptr &&
         std::string_view(term) != "dumb";
}

}  // namespace pointsman::cli
