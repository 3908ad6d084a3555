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

Result<> enableForwarding() {
  for (const char* path :
       {"/proc/sys/net/ipv4/ip_forward", "/proc/sys/net/ipv6/conf/all/forwarding"}) {
    const UniqueFd file{::open(path, O_WRONLY | O_CLOEXEC)};
    if (!file.valid() && errno == ENOENT) continue;  // a kernel without IPv6
    if (!file.valid() || ::write(file.number(), "1", 1) != 1) return errnoError(path);
  }
  return ok();
}

}  // namespace

Result<> makeNetwork(const Options& options, int outsideNetwork, Deadline deadline) {
  CHECK_OK(runIpBatch(hostLinkCommands(options), deadline).in("links of the host"));
  for (int nic = 0; nic < options.nics; ++nic) CHECK_OK(disableChecksumOffload(nicName(nic)));
  if (::setns(outsideNetwork, CLONE_NEWNET) != 0) return errnoError("setns(CLONE_NEWNET)");
  for (int nic = 0; nic < options.nics; ++nic) CHECK_OK(disableChecksumOffload(farName(nic)));
  CHECK_OK(runIpBatch(outsideLinkCommands(options), deadline).in("links behind the host"));
  return enableForwarding();
}

}  // namespace pointsman::sandbox
