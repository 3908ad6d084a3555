// SPDX-License-Identifier: Apache-2.0
#include "sandbox/layout.h"

#include "base/str_cat.h"

namespace pointsman::sandbox {

namespace {

std::string mac(std::string_view side, int index) {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto byte = static_cast<unsigned>(index) & 0xffU;
  return strCat("52:54:00:5a:", side, ":", digits[byte >> 4U], digits[byte & 0xfU]);
}

}  // namespace

Result<> checkOptions(const Options& options) {
  if (options.nics < 1 || options.nics > kMostNics) {
    return Error{ErrorKind::InvalidInput,
                 strCat("a sandbox has 1 to ", kMostNics, " NICs, not ", options.nics)};
  }
  if (!options.stateDirectory.empty() && !options.stateDirectory.is_absolute()) {
    return Error{ErrorKind::InvalidInput,
                 strCat(options.stateDirectory.native(), " is not an absolute path")};
  }
  return ok();
}

std::string nicName(int index) { return strCat("eth", index); }
std::string farName(int index) { return strCat("far", index); }
std::string nicMac(int index) { return mac("00", index); }
std::string farMac(int index) { return mac("01", index); }

std::map<std::string, std::string> environment(const Options& options) {
  return {
      {"OVS_RUNDIR", std::string(kOvsRunDirectory)},
      {"OVS_DBDIR", std::string(kOvsDatabaseDirectory)},
      {"OVS_LOGDIR", std::string(kLogDirectory)},
      {"OVS_SYSCONFDIR", std::string(kOvsConfigDirectory)},
      // The kernel datapath may be missing, and would be the host's.
      {"POINTSMAN_DEFAULT_DATAPATH", "netdev"},
      {"POINTSMAN_RUN_DIR", std::string(kRunDirectory)},
      {"POINTSMAN_STATE_DIR", options.stateDirectory.empty() ? std::string(kStateDirectory)
                                                             : options.stateDirectory.native()},
      {"POINTSMAN_SANDBOX", "1"},
  };
}

std::string hostLinkCommands(const Options& options) {
  std::string commands = "link set lo up\n";
  for (int nic = 0; nic < options.nics; ++nic) {
    strAppend(commands, "link add ", nicName(nic), " address ", nicMac(nic),
              " type veth peer name ", farName(nic), " address ", farMac(nic), " netns ",
              kOutsideName, "\n");
  }
  strAppend(commands, "address add ", kHostAddress, "/24 dev eth0\n");
  // Without duplicate address detection, which would take a second: the far end is ours as well.
  if (options.ipv6) strAppend(commands, "address add ", kHostAddress6, "/64 dev eth0 nodad\n");
  strAppend(commands, "link set eth0 up\nroute add default via ", kGatewayAddress, "\n");
  if (options.ipv6) strAppend(commands, "route add ::/0 via ", kGatewayAddress6, "\n");
  return commands;
}

std::string outsideLinkCommands(const Options& options) {
  std::string commands = strCat("link set lo up\naddress add ", kFarAddress, "/32 dev lo\n");
  strAppend(commands, "address add ", kGatewayAddress, "/24 dev far0\n");
  if (options.ipv6) strAppend(commands, "address add ", kGatewayAddress6, "/64 dev far0 nodad\n");
  if (options.nics > 1) strAppend(commands, "address add ", kDhcpServer, "/24 dev far1\n");
  for (int nic = 0; nic < options.nics; ++nic) {
    strAppend(commands, "link set ", farName(nic), " up\n");
  }
  return commands;
}

std::string dhcpServerPidFile() { return strCat(kPrivateDirectory, "/dnsmasq.pid"); }

std::vector<std::string> dhcpServerCommand() {
  return {
      "dnsmasq",
      "--keep-in-foreground",
      "--conf-file=",  // not the host's /etc/dnsmasq.conf
      "--port=0",      // no DNS
      strCat("--interface=", farName(1)),
      "--bind-interfaces",
      strCat("--dhcp-range=", kDhcpFirst, ",", kDhcpLast, ",255.255.255.0,1h"),
      strCat("--dhcp-option=option:router,", kDhcpServer),
      strCat("--dhcp-option=option:dns-server,", kDhcpServer),
      "--dhcp-option=option:domain-name,sandbox.example",
      // First come, first served, at once: by default a client waits while its address is pinged.
      "--dhcp-authoritative",
      "--dhcp-sequential-ip",
      "--no-ping",
      "--user=root",
      strCat("--dhcp-leasefile=", kPrivateDirectory, "/dnsmasq.leases"),
      strCat("--pid-file=", dhcpServerPidFile()),
      strCat("--log-facility=", kLogDirectory, "/dnsmasq.log"),
      "--log-dhcp",
  };
}

}  // namespace pointsman::sandbox
