// SPDX-License-Identifier: Apache-2.0
#include "netlink/ethtool.h"

#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "base/str_cat.h"

namespace pointsman::netlink {

Result<Ethtool> Ethtool::open() {
  UniqueFd fd{::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
  if (!fd.valid()) return errnoError("socket(AF_INET)");
  return Ethtool{std::move(fd)};
}

Result<> Ethtool::ask(std::string_view link, void* request) const {
  ifreq envelope = {};
  if (link.size() >= sizeof envelope.ifr_name) {
    return Error{ErrorKind::InvalidInput, strCat("'", link, "' is too long for a link name")};
  }
  std::ranges::copy(link, envelope.ifr_name);
  envelope.ifr_data = static_cast<char*>(request);
  if (::ioctl(fd_.number(), SIOCETHTOOL, &envelope) != 0) {
    return errnoError(strCat("link ", link, ": ioctl(SIOCETHTOOL)"));
  }
  return ok();
}

Result<std::string> Ethtool::driver(std::string_view link) const {
  ethtool_drvinfo request = {};
  request.cmd = ETHTOOL_GDRVINFO;
  CHECK_OK(ask(link, &request));
  return std::string(request.driver, ::strnlen(request.driver, sizeof request.driver));
}

Result<MacAddress> Ethtool::permanentMac(std::string_view link) const {
  // struct ethtool_perm_addr ends in an array without a size.
  struct {
    std::uint32_t command = ETHTOOL_GPERMADDR;
    std::uint32_t size = 32;  // MAX_ADDR_LEN
    std::array<std::uint8_t, 32> bytes = {};
  } request;
  CHECK_OK(ask(link, &request));
  std::array<std::uint8_t, 6> mac = {};
  std::ranges::copy_n(request.bytes.begin(), mac.size(), mac.begin());
  if (request.size != mac.size() || MacAddress(mac).isZero()) {
    return Error{ErrorKind::NotFound, strCat("link ", link, " has no permanent MAC address")};
  }
  return MacAddress{mac};
}

}  // namespace pointsman::netlink
