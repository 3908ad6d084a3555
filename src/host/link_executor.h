// SPDX-License-Identifier: Apache-2.0
// Carries out the steps of a plan that are about kernel links. Each is safe to repeat: what is in
// place already is not written again.
#pragma once

#include "base/result.h"
#include "netlink/netlink.h"
#include "plan/step.h"

namespace pointsman::host {

class LinkExecutor {
 public:
  // 'netlink' stays the caller's and must outlive this.
  explicit LinkExecutor(netlink::Netlink& netlink) : netlink_(&netlink) {}

  // Conflict when there is a link of that name and another kind.
  Result<> execute(const plan::CreateLink& step);
  Result<> execute(const plan::DeleteLink& step);
  Result<> execute(const plan::ChangeLinkKind& step);
  Result<> execute(const plan::SetLinkUp& step);
  // Of an internal port, Open vSwitch has set both when its database orders them, because the
  // transaction was waited for; then nothing is left to do here.
  Result<> execute(const plan::SetLinkMtu& step);
  Result<> execute(const plan::SetLinkMac& step);
  Result<> execute(const plan::SetAltNames& step);
  Result<> execute(const plan::SetAcceptAllMac& step);

 private:
  Result<> makeLink(const plan::CreateLink& step);
  Result<> setOptions(const InterfaceName& link, const LinkKind& kind);
  Result<> changeUnlessSo(const InterfaceName& link, const netlink::LinkChange& change);

  netlink::Netlink* netlink_;
};

}  // namespace pointsman::host
