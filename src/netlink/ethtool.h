// SPDX-License-Identifier: Apache-2.0
// What only the driver of a link knows. It costs a system call a link and question, so nothing here
// is part of reading all links.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/mac_address.h"
#include "base/result.h"
#include "base/unique_fd.h"

namespace pointsman::netlink {

// Threading: any thread. It stays in the network namespace in which it was opened.
class Ethtool {
 public:
  static Result<Ethtool> open();

  // The name of the driver, such as "veth" or "ixgbe". NotFound without such a link, Unsupported
  // for a link whose driver does not say.
  [[nodiscard]] Result<std::string> driver(std::string_view link) const;
  // The burnt-in address, for kernels before 5.6 that do not report it with the link. NotFound,
  // too, for a link that has none, such as a bridge.
  [[nodiscard]] Result<MacAddress> permanentMac(std::string_view link) const;

 private:
  explicit Ethtool(UniqueFd fd) : fd_(std::move(fd)) {}
  Result<> ask(std::string_view link, void* request) const;

  UniqueFd fd_;
};

}  // namespace pointsman::netlink
