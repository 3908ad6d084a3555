// SPDX-License-Identifier: Apache-2.0
#include "cli/exit_status.h"

namespace pointsman::cli {

ExitStatus exitStatusFor(const Error& error) {
  switch (error.kind()) {
    case ErrorKind::InvalidInput:
      return ExitStatus::BadDocument;
    case ErrorKind::Unavailable:
      return ExitStatus::Unavailable;
    case ErrorKind::Conflict:
      return ExitStatus::Busy;
    default:
      return ExitStatus::Failed;
  }
}

}  // namespace pointsman::cli
