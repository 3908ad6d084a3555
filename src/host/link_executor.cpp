// SPDX-License-Identifier: Apache-2.0
#include "host/link_executor.h"

#include <string>

#include "base/str_cat.h"
#include "host/kernel_kind.h"

namespace pointsman::host {

namespace {

constexpr std::uint32_t kLowestMtu = 68;  // what IPv4 needs, ETH_MIN_MTU

// The part of 'change' that is not so yet.
netlink::LinkChange remaining(const netlink::Link& link, netlink::LinkChange change) {
  if (change.up == link.up) change.up.reset();
  if (change.mtu == link.mtu) change.mtu.reset();
  if (change.promiscuous == link.promiscuous) change.promiscuous.reset();
  if (change.mac && change.mac == link.mac) change.mac.reset();
  return change;
}

// A bridge follows the MTU of its ports until its own is set, and what it was born with does not
// count as set (net/bridge/br_if.c, br_mtu_auto_adjust()). Born with another it is set for sure.
std::uint32_t mtuAtBirth(const plan::Birth& birth) {
  if (!std::holds_alternative<LinuxBridgeLink>(birth.kind)) return birth.mtu;
  return birth.mtu > kLowestMtu ? birth.mtu - 1 : birth.mtu + 1;
}

}  // namespace

Result<> LinkExecutor::execute(const plan::CreateLink& step) {
  const auto existing = netlink_->link(step.link.text);
  const bool fresh = !existing && existing.error().kind() == ErrorKind::NotFound;
  if (!existing && !fresh) return existing.error();
  auto made = makeLink(step);
  // Not at all rather than in part: a link that cannot get its options goes again.
  if (!made && fresh) (void)netlink_->deleteLink(step.link.text);
  return made;
}

Result<> LinkExecutor::makeLink(const plan::CreateLink& step) {
  const plan::Birth& birth = step.birth;
  TRY(const KernelKind kind, toKernelKind(birth.kind, [this](std::string_view name) {
                               return netlink_->indexOf(name);
                             }).in(strCat("link ", step.link)));
  netlink::NewLink wanted{.name = step.link.text, .kind = kind.kind, .details = kind.details};
  wanted.mac = birth.mac;
  wanted.mtu = mtuAtBirth(birth);
  if (kind.parent) {
    TRY(wanted.parent, netlink_->indexOf(kind.parent->text));
  }
  if (const auto existing = netlink_->link(step.link.text); !existing) {
    CHECK_OK(netlink_->createLink(wanted));
  } else if (existing->kind != kind.kind) {
    return Error{ErrorKind::Conflict,
                 strCat("link ", step.link, ": there is one, and it is no ", kind.kind)};
  }
  CHECK_OK(setOptions(step.link, birth.kind));
  CHECK_OK(changeUnlessSo(step.link, {.mtu = birth.mtu, .mac = birth.mac}));
  if (const auto* veth = std::get_if<VethLink>(&birth.kind); veth != nullptr && veth->peer) {
    CHECK_OK(changeUnlessSo(*veth->peer, {.mtu = birth.peerMtu, .mac = birth.peerMac}));
  }
  return ok();
}

Result<> LinkExecutor::setOptions(const InterfaceName& link, const LinkKind& kind) {
  TRY(const netlink::Link now, netlink_->link(link.text));
  netlink::Options changes = optionChanges(kind, now.details);
  if (changes.empty()) return ok();
  if (std::holds_alternative<BondLink>(kind)) {
    return netlink_->changeDetails(link.text, now.kind, netlink::BondDetails{std::move(changes)});
  }
  return netlink_->changeDetails(link.text, now.kind, netlink::BridgeDetails{std::move(changes)});
}

Result<> LinkExecutor::execute(const plan::DeleteLink& step) {
  return netlink_->deleteLink(step.link.text);
}

Result<> LinkExecutor::execute(const plan::ChangeLinkKind& step) {
  const auto* const bond = std::get_if<BondLink>(&step.after);
  if (bond != nullptr || std::holds_alternative<LinuxBridgeLink>(step.after)) {
    const auto* const before = std::get_if<BondLink>(&step.before);
    if (bond != nullptr && before != nullptr && bond->mode != before->mode) {
      CHECK_OK(netlink_->changeDetails(step.link.text, "bond",
                                       netlink::BondDetails{{{"mode", bond->mode}}}));
    }
    return setOptions(step.link, step.after);
  }
  TRY(const KernelKind kind, toKernelKind(step.after, [this](std::string_view name) {
                               return netlink_->indexOf(name);
                             }).in(strCat("link ", step.link)));
  return netlink_->changeDetails(step.link.text, kind.kind, kind.details);
}

Result<> LinkExecutor::execute(const plan::SetLinkUp& step) {
  auto changed = changeUnlessSo(step.link, {.up = step.after});
  if (!changed && !step.after && changed.error().kind() == ErrorKind::NotFound) return ok();
  return changed;
}

Result<> LinkExecutor::execute(const plan::SetLinkMtu& step) {
  return changeUnlessSo(step.link, {.mtu = step.after});
}

Result<> LinkExecutor::execute(const plan::SetLinkMac& step) {
  if (!step.after) return ok();
  return changeUnlessSo(step.link, {.mac = step.after});
}

Result<> LinkExecutor::execute(const plan::SetAltNames& step) {
  for (const std::string& name : step.before) {
    if (!step.after.contains(name)) CHECK_OK(netlink_->deleteAltName(step.link.text, name));
  }
  for (const std::string& name : step.after) {
    if (!step.before.contains(name)) CHECK_OK(netlink_->addAltName(step.link.text, name));
  }
  return ok();
}

Result<> LinkExecutor::execute(const plan::SetAcceptAllMac& step) {
  return changeUnlessSo(step.link, {.promiscuous = step.after});
}

Result<> LinkExecutor::changeUnlessSo(const InterfaceName& link,
                                      const netlink::LinkChange& change) {
  TRY(const netlink::Link now, netlink_->link(link.text));
  const netlink::LinkChange left = remaining(now, change);
  if (left == netlink::LinkChange{}) return ok();
  return netlink_->changeLink(link.text, left);
}

}  // namespace pointsman::host
