// SPDX-License-Identifier: Apache-2.0
// The descriptors behind a child's standard streams, opened before it is forked. A part of
// process.h, which is what to use.
#pragma once

#include "base/process.h"
#include "base/result.h"
#include "base/unique_fd.h"

namespace pointsman {

struct PipeEnds {
  UniqueFd reader;
  UniqueFd writer;
};

// Close-on-exec at both ends.
Result<PipeEnds> openPipe();

// One standard stream: what the child gets, and our end when it is a pipe.
struct StreamEnds {
  UniqueFd child;  // invalid: leave what is there
  UniqueFd ours;
};

// 'target' is STDIN_FILENO, STDOUT_FILENO or STDERR_FILENO.
Result<StreamEnds> openStream(const Stream& stream, int target);

}  // namespace pointsman
