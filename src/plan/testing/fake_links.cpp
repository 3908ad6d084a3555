// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/str_cat.h"
#include "plan/fate.h"
#include "plan/step_writer.h"
#include "plan/testing/fake_kernel.h"

namespace pointsman::plan {

namespace {

Error conflict(std::string message) { return {ErrorKind::Conflict, std::move(message)}; }

Result<> checkNameFree(const ObservedState& host, const InterfaceName& name) {
  if (host.config.links.contains(name)) return conflict(strCat("link ", name, " exists"));
  for (const auto& [other, link] : host.config.links) {
    if (link.altNames.contains(name.text)) {
      return conflict(strCat(name, " is an alternative name of ", other));
    }
  }
  return ok();
}

LinkConfig born(const LinkKind& kind, const std::optional<MacAddress>& mac, std::uint32_t mtu) {
  LinkConfig link{.kind = kind, .mac = mac, .mtu = mtu};
  link.ipv4 = freshIp(IpFamily::V4);
  link.ipv6 = freshIp(IpFamily::V6);
  return link;
}

Result<> checkBase(const ObservedState& host, const CreateLink& step) {
  const auto base = baseOf(step.birth.kind);
  if (!base) return ok();
  const auto found = host.config.links.find(*base);
  if (found == host.config.links.end()) {
    return Error{ErrorKind::NotFound, strCat("no base ", *base)};
  }
  if (std::holds_alternative<VlanLink>(step.birth.kind) && step.birth.mtu > found->second.mtu) {
    return conflict(strCat("the MTU is larger than that of ", *base));
  }
  const auto* vlan = std::get_if<VlanLink>(&step.birth.kind);
  const bool taken = vlan != nullptr && std::ranges::any_of(host.config.links, [&](const auto& e) {
                       const auto* other = std::get_if<VlanLink>(&e.second.kind);
                       return other != nullptr && other->base == vlan->base &&
                              other->id == vlan->id && other->protocol == vlan->protocol;
                     });
  if (taken) return conflict(strCat("VLAN ", vlan->id, " is there on ", *base));
  return ok();
}

bool wantsPortDown(const ObservedState& host, const std::optional<InterfaceName>& controller) {
  if (!controller || !host.config.links.contains(*controller)) return false;
  const LinkKind& kind = host.config.links.at(*controller).kind;
  return std::holds_alternative<BondLink>(kind) || std::holds_alternative<VrfLink>(kind);
}

}  // namespace

Result<LinkConfig*> findLink(ObservedState& host, const InterfaceName& name) {
  const auto found = host.config.links.find(name);
  if (found == host.config.links.end()) {
    return Error{ErrorKind::NotFound, strCat("no link ", name)};
  }
  return &found->second;
}

void loseLink(ObservedState& host, const InterfaceName& name) {
  host.config.links.erase(name);
  host.facts.links.erase(name);
  loseRoutes(host, name);
  std::vector<InterfaceName> stacked;
  for (auto& [other, link] : host.config.links) {
    if (baseOf(link.kind) == name) stacked.push_back(other);
    if (link.controller != name) continue;
    link.controller.reset();
    link.bridgePort.reset();
    link.bondPort.reset();
  }
  for (const InterfaceName& child : stacked) loseLink(host, child);
}

void loseUp(ObservedState& host, const InterfaceName& name) {
  LinkConfig& link = host.config.links.at(name);
  link.up = false;
  link.ipv6.addresses.clear();
  loseRoutes(host, name);
  if (const auto facts = host.facts.links.find(name); facts != host.facts.links.end()) {
    std::erase_if(facts->second.dynamicAddresses, [](const Address& address) {
      return address.prefix.address.family() == IpFamily::V6;
    });
  }
  for (const auto& [other, child] : host.config.links) {
    const auto* vlan = std::get_if<VlanLink>(&child.kind);
    if (vlan != nullptr && vlan->base == name && !vlan->looseBinding && child.up) {
      loseUp(host, other);
    }
  }
}

void loseMtu(ObservedState& host, const InterfaceName& name, std::uint32_t mtu) {
  host.config.links.at(name).mtu = mtu;
  for (const auto& [other, child] : host.config.links) {
    const auto* vlan = std::get_if<VlanLink>(&child.kind);
    if (vlan != nullptr && vlan->base == name && child.mtu > mtu) loseMtu(host, other, mtu);
  }
}

Result<> checkBare(const ObservedState& host, const InterfaceName& name) {
  const auto found = host.config.links.find(name);
  if (found == host.config.links.end()) {
    return Error{ErrorKind::NotFound, strCat("no link ", name)};
  }
  const LinkConfig& link = found->second;
  if (link != born(link.kind, link.mac, link.mtu)) {
    return conflict(strCat("link ", name, " still has settings"));
  }
  const bool routed = std::ranges::any_of(host.config.routes,
                                          [&](const Route& route) { return route.device == name; });
  if (routed) return conflict(strCat("link ", name, " still has routes"));
  const bool carries = std::ranges::any_of(host.config.links, [&](const auto& entry) {
    return baseOf(entry.second.kind) == name || entry.second.controller == name;
  });
  if (carries) return conflict(strCat("something still stands on link ", name));
  return ok();
}

Result<> execute(ObservedState& host, const CreateLink& step) {
  if (!canMake(step.birth.kind)) return conflict(strCat("nobody can make ", step.link));
  CHECK_OK(checkNameFree(host, step.link));
  CHECK_OK(checkBase(host, step));
  if (const auto peer = vethPeer(step.birth.kind)) {
    CHECK_OK(checkNameFree(host, *peer));
    host.config.links.emplace(*peer,
                              born(VethLink{step.link}, step.birth.peerMac, step.birth.peerMtu));
  }
  host.config.links.emplace(step.link, born(step.birth.kind, step.birth.mac, step.birth.mtu));
  return ok();
}

Result<> execute(ObservedState& host, const DeleteLink& step) {
  CHECK_OK(checkBare(host, step.link));
  const LinkConfig& link = host.config.links.at(step.link);
  if (link.kind != step.birth.kind || link.mac != step.birth.mac || link.mtu != step.birth.mtu) {
    return conflict(strCat("link ", step.link, " has changed"));
  }
  const auto peer = vethPeer(step.birth.kind);
  if (peer) {
    CHECK_OK(checkBare(host, *peer));
    const LinkConfig& other = host.config.links.at(*peer);
    if (other.mac != step.birth.peerMac || other.mtu != step.birth.peerMtu) {
      return conflict(strCat("link ", *peer, " has changed"));
    }
    loseLink(host, *peer);
  }
  loseLink(host, step.link);
  return ok();
}

Result<> execute(ObservedState& host, const ChangeLinkKind& step) {
  TRY(LinkConfig * link, findLink(host, step.link));
  if (link->kind != step.before) return conflict(strCat("link ", step.link, " has changed"));
  if (step.before.index() != step.after.index() || baseOf(step.before) != baseOf(step.after)) {
    return conflict(strCat("link ", step.link, " cannot become that"));
  }
  link->kind = step.after;
  return ok();
}

Result<> execute(ObservedState& host, const SetLinkUp& step) {
  TRY(LinkConfig * link, findLink(host, step.link));
  if (link->up != step.before) return conflict(strCat("link ", step.link, " has changed"));
  if (!step.after) {
    loseUp(host, step.link);
    return ok();
  }
  const auto* vlan = std::get_if<VlanLink>(&link->kind);
  if (vlan != nullptr && !vlan->looseBinding) {
    TRY(const LinkConfig* base, findLink(host, vlan->base));
    if (!base->up) return conflict(strCat("base ", vlan->base, " is down"));
  }
  link->up = true;
  return ok();
}

Result<> execute(ObservedState& host, const SetLinkMtu& step) {
  TRY(LinkConfig * link, findLink(host, step.link));
  if (link->mtu != step.before) return conflict(strCat("its MTU is ", link->mtu));
  if (const auto* vlan = std::get_if<VlanLink>(&link->kind)) {
    TRY(const LinkConfig* base, findLink(host, vlan->base));
    if (step.after > base->mtu) return conflict(strCat("base ", vlan->base, " is smaller"));
  }
  loseMtu(host, step.link, step.after);
  return ok();
}

Result<> execute(ObservedState& host, const SetLinkMac& step) {
  TRY(LinkConfig * link, findLink(host, step.link));
  if (link->mac != step.before) return conflict(strCat("link ", step.link, " has changed"));
  link->mac = step.after;
  return ok();
}

Result<> execute(ObservedState& host, const SetLinkController& step) {
  TRY(LinkConfig * link, findLink(host, step.link));
  if (membershipOf(*link) != step.before) {
    return conflict(strCat("link ", step.link, " has changed"));
  }
  if (step.before.controller != step.after.controller) {
    if (step.before.controller && step.after.controller) {
      return conflict(strCat("link ", step.link, " must leave one controller first"));
    }
    if (step.after.controller) CHECK_OK(findLink(host, *step.after.controller));
    const bool downOnly =
        wantsPortDown(host, step.before.controller) || wantsPortDown(host, step.after.controller);
    if (downOnly && link->up) return conflict(strCat("link ", step.link, " is up"));
  }
  link->controller = step.after.controller;
  link->bridgePort = step.after.bridgePort;
  link->bondPort = step.after.bondPort;
  return ok();
}

Result<> execute(ObservedState& host, const SetAltNames& step) {
  TRY(LinkConfig * link, findLink(host, step.link));
  if (link->altNames != step.before) return conflict(strCat("link ", step.link, " has changed"));
  for (const std::string& name : step.after) {
    if (!step.before.contains(name)) CHECK_OK(checkNameFree(host, InterfaceName(name)));
  }
  link->altNames = step.after;
  return ok();
}

Result<> execute(ObservedState& host, const SetAcceptAllMac& step) {
  TRY(LinkConfig * link, findLink(host, step.link));
  if (link->acceptAllMac != step.before) {
    return conflict(strCat("link ", step.link, " has changed"));
  }
  link->acceptAllMac = step.after;
  return ok();
}

}  // namespace pointsman::plan
