// SPDX-License-Identifier: Apache-2.0
#include "sandbox/sandbox.h"

#include <cstdlib>

#include "base/str_cat.h"
#include "sandbox/child_call.h"
#include "sandbox/foreground.h"
#include "sandbox/layout.h"
#include "sandbox/network.h"
#include "sandbox/requirements.h"

namespace pointsman::sandbox {

namespace {

DaemonRecipe dhcpServerRecipe(const Namespaces& namespaces) {
  const std::filesystem::path pidFile = dhcpServerPidFile();
  return {.name = "dnsmasq",
          .argv = dhcpServerCommand(),
          // Written once its sockets are open.
          .readyDirectory = namespaces.seenFromHere(pidFile.parent_path()),
          .readyFile =
              [name = pidFile.filename().native()](std::string_view file) { return file == name; },
          .log = namespaces.seenFromHere(strCat(kLogDirectory, "/dnsmasq.log"))};
}

std::vector<std::string> interactiveShell() {
  const char* shell = std::getenv("SHELL");
  return {shell != nullptr && *shell != '\0' ? shell : "/bin/sh"};
}

}  // namespace

Result<std::unique_ptr<Sandbox>> Sandbox::start(const Options& options, Deadline deadline) {
  CHECK_OK(checkOptions(options));
  CHECK_OK(checkRequirements(options, readMachine()));
  TRY(Namespaces namespaces, Namespaces::start(options, deadline));
  std::unique_ptr<Sandbox> sandbox(new Sandbox(options, std::move(namespaces)));
  CHECK_OK(sandbox->furnish(options, deadline));
  return sandbox;
}

Sandbox::Sandbox(const Options& options, Namespaces namespaces)
    : namespaces_(std::move(namespaces)),
      inside_(namespaces_.host(), sandbox::environment(options), path("/")),
      outside_(namespaces_.outside(), sandbox::environment(options), path("/")),
      ovs_(inside_, path("/")),
      dhcpServer_(outside_, dhcpServerRecipe(namespaces_)) {}

Result<> Sandbox::furnish(const Options& options, Deadline deadline) {
  const auto network = [&] { return makeNetwork(options, namespaces_.outsideNetwork(), deadline); };
  // The links are made while OVS starts: neither needs the other until the first bridge.
  TRY(ChildCall cabling, ChildCall::start(network, namespaces_.host()));
  if (options.withOvs) CHECK_OK(ovs_.start(deadline));
  CHECK_OK(cabling.finish(deadline));
  if (options.dhcp && options.nics > 1) CHECK_OK(dhcpServer_.start(deadline));
  return ok();
}

Result<ExitStatus> Sandbox::run(const std::vector<std::string>& argv) const {
  return runInForeground([&](ProcessGroup group) {
    return inside_.spawn(argv.empty() ? interactiveShell() : argv, {.input = InheritedStream{},
                                                                    .output = InheritedStream{},
                                                                    .errors = InheritedStream{},
                                                                    .group = group});
  });
}

std::filesystem::path Sandbox::ovsRunDir() const { return path(kOvsRunDirectory); }

}  // namespace pointsman::sandbox
