// SPDX-License-Identifier: Apache-2.0
// Starts the program. The one place where an exception that nobody expected is caught.
#include <csignal>
#include <cstdio>
#include <exception>

#include "cli/run.h"

int main(int argc, char** argv) {
  // A reader that went away shows as EPIPE where we write, not as a silent death.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return static_cast<int>(pointsman::cli::run(argc, argv));
  } catch (const std::exception& unexpected) {
    std::fprintf(stderr, "pointsman: internal error: %s\n", unexpected.what());
  } catch (...) {
    std::fprintf(stderr, "pointsman: internal error\n");
  }
  return 1;
}
