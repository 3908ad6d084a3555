// SPDX-License-Identifier: Apache-2.0
// The walls of a sandbox: a pid, mount, UTS and network namespace for the host, and a second
// network namespace for what stands behind its NICs. None of them has a name on the machine. All
// hang on one process, the init of the pid namespace, which the kernel kills when our process ends
// in whatever way; with it go every process inside, both networks, and every file that was written
// inside.
#pragma once

#include <sys/types.h>

#include <filesystem>

#include "base/deadline.h"
#include "base/process.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "sandbox/options.h"

namespace pointsman::sandbox {

class Namespaces {
 public:
  static Result<Namespaces> start(const Options& options, Deadline deadline);

  // For a child that is to live in the host, or beside the gateway. The descriptors stay ours.
  [[nodiscard]] ChildNamespaces host() const;
  [[nodiscard]] ChildNamespaces outside() const;

  [[nodiscard]] int hostNetwork() const { return hostNetwork_.number(); }
  [[nodiscard]] int outsideNetwork() const { return outsideNetwork_.number(); }
  [[nodiscard]] pid_t init() const { return init_.pid(); }

  // Where 'inside', an absolute path in the sandbox, is found by this process.
  [[nodiscard]] std::filesystem::path seenFromHere(const std::filesystem::path& inside) const;

 private:
  explicit Namespaces(Process init) : init_(std::move(init)) {}
  Result<> openDescriptors();

  // Ends when its stdin does, a pipe from us. Declared first, hence destroyed last.
  Process init_;
  UniqueFd pid_;
  UniqueFd mounts_;
  UniqueFd names_;
  UniqueFd hostNetwork_;
  UniqueFd outsideNetwork_;
};

}  // namespace pointsman::sandbox
