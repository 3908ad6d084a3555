// SPDX-License-Identifier: Apache-2.0
// The half of class Netlink that changes things; netlink.cpp is the half that reads.
#include <linux/rtnetlink.h>

#include <algorithm>
#include <cerrno>
#include <string>

#include "base/str_cat.h"
#include "netlink/netlink.h"

namespace pointsman::netlink {

namespace {

constexpr std::uint16_t kAdd = NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL;
constexpr std::uint16_t kReplace = NLM_F_ACK | NLM_F_CREATE | NLM_F_REPLACE;

std::string describe(const Address& address) { return strCat("address ", address.prefix); }

std::string describe(const Route& route) {
  std::string text = strCat("route ", route.destination);
  if (route.table != kMainTable) strAppend(text, " of table ", route.table);
  if (route.metric != 0) strAppend(text, " with metric ", route.metric);
  return text;
}

std::string describe(const Rule& rule) {
  if (!rule.priority) return "rule";
  return strCat("rule ", *rule.priority, " of ", rule.family);
}

std::string describe(std::string_view link) { return strCat("link ", link); }

}  // namespace

Result<> Netlink::write(MessageWriter request, std::initializer_list<int> alreadyDone) {
  ++writes_;
  TRY(const auto answer, socket_.ask(request, [](const Message&) { return ok(); }));
  const int number = answer.acknowledgement.errorNumber;
  if (number == 0 || std::ranges::find(alreadyDone, number) != alreadyDone.end()) return ok();
  return toError(answer.acknowledgement);
}

IndexOfLink Netlink::resolver() {
  return [this](std::string_view name) { return indexOf(name); };
}

Result<> Netlink::createLink(const NewLink& link) {
  auto request = encodeNewLink(link, resolver());
  if (!request) return std::move(request.error()).in(strCat("creating link ", link.name));
  return write(std::move(*request)).in(strCat("creating ", link.kind, " link ", link.name));
}

Result<> Netlink::deleteLink(std::string_view name) {
  return write(encodeDeleteLink(name), {ENODEV}).in(strCat("deleting link ", name));
}

Result<> Netlink::changeLink(std::string_view name, const LinkChange& change) {
  return write(encodeLinkChange(name, change)).in(describe(name));
}

Result<> Netlink::renameLink(std::string_view name, std::string_view newName) {
  TRY(const IfIndex index, indexOf(name));
  return write(encodeRename(index, newName)).in(strCat("renaming link ", name, " to ", newName));
}

Result<> Netlink::addAltName(std::string_view link, std::string_view altName) {
  auto added = write(encodeAltName(RTM_NEWLINKPROP, link, altName));
  if (added) return ok();
  // The name is taken, which is well when this link has it.
  if (added.error().kind() == ErrorKind::Conflict) {
    const auto owner = indexOf(altName);
    const auto wanted = indexOf(link);
    if (owner && wanted && *owner == *wanted) return ok();
  }
  return std::move(added).in(strCat("link ", link, ": alternative name ", altName));
}

Result<> Netlink::deleteAltName(std::string_view link, std::string_view altName) {
  return write(encodeAltName(RTM_DELLINKPROP, link, altName), {ENOENT, ENODEV})
      .in(strCat("link ", link, ": alternative name ", altName));
}

Result<> Netlink::changeDetails(std::string_view link, std::string_view kind,
                                const LinkDetails& details) {
  auto request = encodeDetailsChange(link, kind, details, resolver());
  if (!request) return std::move(request.error()).in(describe(link));
  return write(std::move(*request)).in(describe(link));
}

Result<> Netlink::changePort(std::string_view link, std::string_view portKind,
                             const Options& options) {
  auto request = encodePortChange(link, portKind, options, resolver());
  if (!request) return std::move(request.error()).in(describe(link));
  return write(std::move(*request)).in(describe(link));
}

Result<> Netlink::changeBridgeVlan(std::uint16_t type, std::string_view link, FilterOf whose,
                                   const BridgeVlan& vlan) {
  TRY(const IfIndex index, indexOf(link));
  return write(encodeBridgeVlan(type, index, whose, vlan), {ENOENT})
      .in(strCat("link ", link, ": bridge VLAN ", vlan.first));
}

Result<> Netlink::addBridgeVlan(std::string_view link, FilterOf whose, const BridgeVlan& vlan) {
  return changeBridgeVlan(RTM_SETLINK, link, whose, vlan);
}

Result<> Netlink::deleteBridgeVlan(std::string_view link, FilterOf whose, const BridgeVlan& vlan) {
  return changeBridgeVlan(RTM_DELLINK, link, whose, vlan);
}

Result<> Netlink::putAddress(const Address& address) {
  MessageWriter request(RTM_NEWADDR, kReplace);
  encodeAddress(address, request);
  return write(std::move(request)).in(describe(address));
}

Result<> Netlink::deleteAddress(const Address& address) {
  MessageWriter request(RTM_DELADDR, NLM_F_ACK);
  encodeAddress(address, request);
  return write(std::move(request), {EADDRNOTAVAIL, ENODEV})
      .in(strCat("deleting ", describe(address)));
}

Result<> Netlink::addRoute(const Route& route) {
  MessageWriter request(RTM_NEWROUTE, kAdd);
  CHECK_OK(encodeRoute(route, request).in(describe(route)));
  return write(std::move(request)).in(describe(route));
}

Result<> Netlink::replaceRoute(const Route& route) {
  MessageWriter request(RTM_NEWROUTE, kReplace);
  CHECK_OK(encodeRoute(route, request).in(describe(route)));
  return write(std::move(request)).in(describe(route));
}

Result<> Netlink::deleteRoute(const Route& route) {
  MessageWriter request(RTM_DELROUTE, NLM_F_ACK);
  Route matching = route;
  if (!matching.scope) matching.scope = Scope::Nowhere;  // the kernel's word for any
  CHECK_OK(encodeRoute(matching, request).in(describe(route)));
  return write(std::move(request), {ESRCH, ENODEV}).in(strCat("deleting ", describe(route)));
}

Result<> Netlink::addRule(const Rule& rule) {
  MessageWriter request(RTM_NEWRULE, kAdd);
  encodeRule(rule, request);
  return write(std::move(request), {EEXIST}).in(describe(rule));
}

Result<> Netlink::deleteRule(const Rule& rule) {
  MessageWriter request(RTM_DELRULE, NLM_F_ACK);
  encodeRule(rule, request);
  return write(std::move(request), {ENOENT}).in(strCat("deleting ", describe(rule)));
}

}  // namespace pointsman::netlink
