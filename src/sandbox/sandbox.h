// SPDX-License-Identifier: Apache-2.0
// A throw-away host: a network namespace with NICs, a gateway and a DHCP server behind them, and an
// Open vSwitch of its own. For tests, for the quickstart, for trying a document before it meets a
// real host. layout.h has its addresses and directories.
//
// Nothing of it exists on the machine: no named namespace, no link, no file. Its processes live in
// a pid namespace whose init the kernel kills when this process ends, kill -9 included, and its
// files on a tmpfs that only its mount namespace has; /etc is a copy-on-write overlay. The rest of
// the file system is the machine's own, so programs and documents are found where they are.
//
// From this process, files inside are reached by path(), unix sockets too; the network by
// netnsFd() and setns(2), or by running a program or a function at inside() or outside().
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/process.h"
#include "base/result.h"
#include "sandbox/daemon.h"
#include "sandbox/namespaces.h"
#include "sandbox/options.h"
#include "sandbox/ovs.h"
#include "sandbox/vantage.h"

namespace pointsman::sandbox {

// Threading: to be started on a thread that lives as long as the sandbox does; see Vantage and
// Process for the rest.
class Sandbox {
 public:
  // Returns a host that is ready: links up, DHCP answering, OVS waiting for a first bridge.
  // Denied or Unsupported when the machine lacks something; the message names all of it.
  static Result<std::unique_ptr<Sandbox>> start(const Options& options, Deadline deadline);

  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;
  ~Sandbox() = default;  // ends every process inside

  // Runs a program inside with our standard streams, and the terminal if we have one, until it
  // ends. An empty 'argv' means an interactive shell.
  Result<ExitStatus> run(const std::vector<std::string>& argv) const;

  [[nodiscard]] const Vantage& inside() const { return inside_; }
  // Where the gateway and the DHCP server are; also `ip netns exec outside …` inside.
  [[nodiscard]] const Vantage& outside() const { return outside_; }

  // Not started when Options::withOvs is false.
  [[nodiscard]] Ovs& ovs() { return ovs_; }

  [[nodiscard]] const std::map<std::string, std::string>& environment() const {
    return inside_.environment();
  }
  // Where 'inside', an absolute path in the sandbox, is found by this process.
  [[nodiscard]] std::filesystem::path path(const std::filesystem::path& inside) const {
    return namespaces_.seenFromHere(inside);
  }
  // OVS_RUNDIR, as this process sees it.
  [[nodiscard]] std::filesystem::path ovsRunDir() const;
  // For setns(2) in a thread; the descriptors stay ours.
  [[nodiscard]] int netnsFd() const { return namespaces_.hostNetwork(); }
  [[nodiscard]] int outsideNetnsFd() const { return namespaces_.outsideNetwork(); }
  [[nodiscard]] pid_t initPid() const { return namespaces_.init(); }

 private:
  Sandbox(const Options& options, Namespaces namespaces);
  Result<> furnish(const Options& options, Deadline deadline);

  // In this order: what lives in the namespaces is destroyed before them.
  Namespaces namespaces_;
  Vantage inside_;
  Vantage outside_;
  Ovs ovs_;
  Daemon dhcpServer_;
};

}  // namespace pointsman::sandbox
