// SPDX-License-Identifier: Apache-2.0
// Running a program as a shell runs one in the foreground: it owns the terminal while it runs, and
// Ctrl-Z stops it together with us.
#pragma once

#include <functional>

#include "base/process.h"
#include "base/result.h"

namespace pointsman::sandbox {

// 'start' gets the group that the program is to have: Foreground when we are in the foreground of a
// terminal ourselves, else Inherited, so that a signal to our group reaches it. Waits for its end.
Result<ExitStatus> runInForeground(const std::function<Result<Process>(ProcessGroup)>& start);

}  // namespace pointsman::sandbox
