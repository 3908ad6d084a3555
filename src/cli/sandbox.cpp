// SPDX-License-Identifier: Apache-2.0
#include "sandbox/sandbox.h"

#include <chrono>

#include "cli/output.h"
#include "cli/verbs.h"

namespace pointsman::cli {

namespace {

constexpr std::chrono::seconds kStartTimeout{30};

constexpr const char* kWelcome =
    "A throw-away host: eth0 has 192.0.2.10/24 and the default route via 192.0.2.1; eth1 has a "
    "DHCP\n"
    "server behind it. ovs-vsctl and pointsman work on its own Open vSwitch. 'exit' ends it and "
    "all\n"
    "of this is gone.\n";

}  // namespace

ExitStatus runVerb(const GlobalOptions& global, const SandboxCommand& command) {
  const sandbox::Options options{.nics = static_cast<int>(command.nics),
                                 .withOvs = command.withOvs,
                                 .ipv6 = command.ipv6,
                                 .stateDirectory = global.stateDir};
  auto host = sandbox::Sandbox::start(options, Deadline::after(kStartTimeout));
  if (!host) return fail(host.error());
  if (command.command.empty() && !global.quiet) writeError(kWelcome);
  const auto ended = (*host)->run(command.command);
  if (!ended) return fail(ended.error());
  // The command's own status passes through, whatever it is.
  return static_cast<ExitStatus>(ended->shellStatus());
}

}  // namespace pointsman::cli
