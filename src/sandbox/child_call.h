// SPDX-License-Identifier: Apache-2.0
// A function that returns Result<>, run in a forked child that lives in other namespaces: mounts
// and device settings cannot be made from the outside. Runs beside the caller until finish().
#pragma once

#include <functional>
#include <utility>

#include "base/deadline.h"
#include "base/process.h"
#include "base/result.h"

namespace pointsman::sandbox {

class ChildCall {
 public:
  static Result<ChildCall> start(const std::function<Result<>()>& body,
                                 const ChildNamespaces& namespaces);

  // What 'body' returned, or why that cannot be known.
  Result<> finish(Deadline deadline);

 private:
  explicit ChildCall(Process child) : child_(std::move(child)) {}
  Process child_;
};

}  // namespace pointsman::sandbox
