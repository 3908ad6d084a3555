// SPDX-License-Identifier: Apache-2.0
// How the program ends, for scripts. The numbers are a promise: see pointsman(1), EXIT STATUS.
#pragma once

#include <cstdint>

#include "base/error.h"

namespace pointsman::cli {

enum class ExitStatus : std::uint8_t {
  Done = 0,
  Failed = 1,    // and the host is as it was
  Changes = 2,   // plan --exit-code: there is something to do
  Stranded = 3,  // failed, and something could not be restored
  Usage = 64,    // from here on as in sysexits.h
  BadDocument = 65,
  Unavailable = 69,  // Open vSwitch, or another service that is needed, is not there
  Busy = 75,         // another change is under way
};

[[nodiscard]] ExitStatus exitStatusFor(const Error& error);

}  // namespace pointsman::cli
