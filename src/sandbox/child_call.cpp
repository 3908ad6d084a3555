// SPDX-License-Identifier: Apache-2.0
#include "sandbox/child_call.h"

#include <unistd.h>

#include <algorithm>

#include "base/file.h"
#include "base/str_cat.h"

namespace pointsman::sandbox {

namespace {

// The error crosses a pipe as its text, and its kind as the exit code. No longer than a pipe holds,
// so that the child never waits for a reader.
constexpr std::size_t kMostMessage = 4096;
constexpr int kFirstKindCode = 1;

int codeOf(ErrorKind kind) { return kFirstKindCode + static_cast<int>(kind); }

}  // namespace

Result<ChildCall> ChildCall::start(const std::function<Result<>()>& body,
                                   const ChildNamespaces& namespaces) {
  const auto reporting = [&body] {
    const auto done = body();
    if (done) return 0;
    const std::string& message = done.error().message();
    (void)!::write(STDOUT_FILENO, message.data(), std::min(message.size(), kMostMessage));
    return codeOf(done.error().kind());
  };
  TRY(Process child,
      Process::startFunction(reporting, {.output = PipeStream{}, .namespaces = namespaces}));
  return ChildCall(std::move(child));
}

Result<> ChildCall::finish(Deadline deadline) {
  TRY(const ExitStatus status, child_.wait(deadline));
  if (status.success()) return ok();
  if (status.signal != 0 || status.code > codeOf(ErrorKind::Internal)) {
    return Error{ErrorKind::Internal, strCat("a step of the set-up ended with ", status)};
  }
  TRY(std::string message, readAll(child_.output().number(), kMostMessage));
  return Error{static_cast<ErrorKind>(status.code - kFirstKindCode), std::move(message)};
}

}  // namespace pointsman::sandbox
