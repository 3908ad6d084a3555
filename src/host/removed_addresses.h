// SPDX-License-Identifier: Apache-2.0
// Addresses that were taken from links, as the kernel had them. A plan knows an address by its
// prefix and lifetimes; going back must also bring the broadcast address, label, metric, protocol
// and flags that somebody gave it. Kept in the run directory, so that a process which goes back in
// the place of one that died finds them, and a boot forgets them.
#pragma once

#include <filesystem>
#include <optional>

#include "base/result.h"
#include "model/names.h"
#include "netlink/address.h"

namespace pointsman::host {

class RemovedAddresses {
 public:
  explicit RemovedAddresses(const std::filesystem::path& runDirectory)
      : file_(runDirectory / "removed-addresses") {}

  // To be called before the address is removed.
  Result<> remember(const InterfaceName& link, const netlink::Address& address);
  // As it was when it was removed from 'link' last.
  [[nodiscard]] Result<std::optional<netlink::Address>> recall(const InterfaceName& link,
                                                               const IpPrefix& prefix) const;

 private:
  std::filesystem::path file_;
};

}  // namespace pointsman::host
