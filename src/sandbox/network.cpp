// SPDX-License-Identifier: Apache-2.0
#include "sandbox/network.h"

#include <fcntl.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>

#include "base/command.h"
#include "base/str_cat.h"
#include "base/unique_fd.h"
#include "sandbox/layout.h"

namespace pointsman::sandbox {

namespace {

Result<> runIpBatch(const std::string& commands, Deadline deadline) {
  TRY(const CommandOutput ran,
      runCommand({"ip", "-batch", "-"}, {.input = TextStream{commands}}, deadline));
  return ran.check("ip");
}

// A veth leaves checksums to be filled in by hardware that does not exist. The kernel at the other
// end knows; the userspace datapath reads packets as they are and would pass on TCP segments that
// every receiver drops. Without checksums the kernel switches segmentation offload off as well.
Result<> disableChecksumOffload(const std::string& device) {
  const UniqueFd socket{::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
  if (!socket.valid()) return errnoError("socket(AF_INET)");
  ethtool_value value{.cmd = ETHTOOL_STXCSUM, .data = 0};
  ifreq request = {};
  device.copy(request.ifr_name, IFNAMSIZ - 1);
  request.ifr_data = reinterpret_cast<char*>(&value);
  if (::ioctl(socket.number(), SIOCETHTOOL, &request) != 0) {
    return errnoError(strCat(device, ": ETHTOOL_STXCSUM"));
  }
  return ok();
}

// 'name' below /proc/sys/net, which shows the network namespace of whoever looks.
Result<> writeSetting(std::string_view name, std::string_view value) {
  const std::string path = strCat("/proc/sys/net/", name);
  const UniqueFd file{::open(path.c_str(), O_WRONLY | O_CLOEXEC)};
  if (!file.valid()) return errnoError(path);
  if (::write(file.number(), value.data(), value.size()) != static_cast<ssize_t>(value.size())) {
    return errnoError(path);
  }
  return ok();
}

// The userspace datapath reads a copy of what arrives at a NIC; the kernel would take the original
// for any address the host has, also for one on a bridge that does not pass traffic. Reverse path
// filtering, as on RHEL, and answering ARP only where the address is, leave it to the bridge.
Result<> leaveBridgedTrafficToTheBridge() {
  CHECK_OK(writeSetting("ipv4/conf/all/rp_filter", "1"));
  return writeSetting("ipv4/conf/all/arp_ignore", "1");
}

}  // namespace

Result<> makeNetwork(const Options& options, int outsideNetwork, Deadline deadline) {
  CHECK_OK(leaveBridgedTrafficToTheBridge());
  CHECK_OK(runIpBatch(hostLinkCommands(options), deadline).in("links of the host"));
  for (int nic = 0; nic < options.nics; ++nic) CHECK_OK(disableChecksumOffload(nicName(nic)));
  if (::setns(outsideNetwork, CLONE_NEWNET) != 0) return errnoError("setns(CLONE_NEWNET)");
  for (int nic = 0; nic < options.nics; ++nic) CHECK_OK(disableChecksumOffload(farName(nic)));
  CHECK_OK(runIpBatch(outsideLinkCommands(options), deadline).in("links behind the host"));
  if (options.ipv6) CHECK_OK(writeSetting("ipv6/conf/all/forwarding", "1"));
  return writeSetting("ipv4/ip_forward", "1");
}

}  // namespace pointsman::sandbox
