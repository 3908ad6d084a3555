// SPDX-License-Identifier: Apache-2.0
#include "host/await.h"

#include "base/str_cat.h"

namespace pointsman::host {

Result<> awaitKernel(netlink::EventGroups groups, const std::function<Result<bool>()>& holds,
                     std::string_view what, Deadline deadline) {
  // Mostly it holds already, and then nobody needs a socket.
  TRY(const bool atOnce, holds());
  if (atOnce) return ok();
  TRY(auto monitor, netlink::Monitor::open(groups));
  while (true) {
    TRY(const bool reached, holds());
    if (reached) return ok();
    TRY(const auto event, monitor.next(deadline));
    if (!event) return Error{ErrorKind::Unavailable, strCat("waited in vain for ", what)};
  }
}

}  // namespace pointsman::host
