// SPDX-License-Identifier: Apache-2.0
#include "sandbox/requirements.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

#include "base/process.h"
#include "base/str_cat.h"
#include "base/unique_fd.h"

namespace pointsman::sandbox {

namespace {

enum class NeededFor : std::uint8_t { Always, Ovs, Dhcp };

struct Program {
  const char* name;
  const char* debianPackage;
  NeededFor purpose;
};

constexpr std::array<Program, 6> kPrograms = {{
    {"ip", "iproute2", NeededFor::Always},
    {"ovsdb-tool", "openvswitch-common", NeededFor::Ovs},
    {"ovsdb-server", "openvswitch-common", NeededFor::Ovs},
    {"ovs-vsctl", "openvswitch-switch", NeededFor::Ovs},
    {"ovs-vswitchd", "openvswitch-switch", NeededFor::Ovs},
    {"dnsmasq", "dnsmasq-base", NeededFor::Dhcp},
}};

bool needed(const Program& program, const Options& options) {
  switch (program.purpose) {
    case NeededFor::Always:
      return true;
    case NeededFor::Ovs:
      return options.withOvs;
    case NeededFor::Dhcp:
      return options.dhcp && options.nics > 1;
  }
  return true;
}

bool holds(const Machine& machine, int capability) {
  return ((machine.capabilities >> static_cast<unsigned>(capability)) & 1U) != 0;
}

std::uint64_t readCapabilities() {
  __user_cap_header_struct header{.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> sets = {};
  if (::syscall(SYS_capget, &header, sets.data()) != 0) return 0;
  return sets[0].effective | (static_cast<std::uint64_t>(sets[1].effective) << 32U);
}

}  // namespace

Machine readMachine() {
  Machine machine;
  machine.capabilities = readCapabilities();
  for (const Program& program : kPrograms) {
    if (findProgram(program.name)) machine.programs.insert(program.name);
  }
  const UniqueFd tun{::open("/dev/net/tun", O_RDWR | O_CLOEXEC)};
  if (!tun.valid()) machine.tunProblem = errnoError("/dev/net/tun").message();
  return machine;
}

Result<> checkRequirements(const Options& options, const Machine& machine) {
  if (!holds(machine, CAP_SYS_ADMIN) || !holds(machine, CAP_NET_ADMIN)) {
    std::vector<std::string_view> lacking;
    if (!holds(machine, CAP_SYS_ADMIN)) lacking.emplace_back("CAP_SYS_ADMIN");
    if (!holds(machine, CAP_NET_ADMIN)) lacking.emplace_back("CAP_NET_ADMIN");
    return Error{ErrorKind::Denied,
                 strCat("making namespaces and network devices needs ", strJoin(lacking, " and "),
                        ": run this as root (sudo), in a container with --privileged")};
  }
  std::vector<std::string> missing;
  for (const Program& program : kPrograms) {
    if (needed(program, options) && !machine.programs.contains(program.name)) {
      missing.push_back(
          strCat(program.name, " is not installed (Debian package ", program.debianPackage, ")"));
    }
  }
  if (options.withOvs && !machine.tunProblem.empty()) {
    missing.push_back(strCat("the userspace datapath of Open vSwitch needs the tun driver: ",
                             machine.tunProblem));
  }
  if (missing.empty()) return ok();
  return Error{ErrorKind::Unsupported, strJoin(missing, "; ")};
}

}  // namespace pointsman::sandbox
