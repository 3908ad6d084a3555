// SPDX-License-Identifier: Apache-2.0
#include "picture/link_rows.h"

#include <utility>

#include "base/overloaded.h"
#include "base/str_cat.h"
#include "picture/text.h"

namespace pointsman::picture {
namespace {

constexpr std::size_t kMostAddresses = 8;
constexpr std::size_t kMostRoutes = 4;

Row detail(std::string key, std::vector<Piece> pieces) {
  return {.kind = RowKind::Detail, .key = std::move(key), .pieces = std::move(pieces)};
}

// MAC address, MTU and state: what every link has.
Row hardwareRow(const Survey& survey, const InterfaceName& name, const LinkConfig& link) {
  Row row = detail("link", {});
  if (link.mac && !link.mac->isZero()) {
    row.pieces.push_back({toLowerString(*link.mac), Tone::Muted});
  }
  row.pieces.push_back({strCat("MTU ", link.mtu), Tone::Muted});
  const LinkFacts* facts = survey.linkFacts(name);
  if (!link.up) {
    row.pieces.push_back({"down", Tone::Muted});
  } else if (facts != nullptr && !facts->carrier) {
    row.pieces.push_back({"no carrier", Tone::Muted});
  }
  return row;
}

std::vector<Piece> vxlanPieces(const VxlanLink& vxlan) {
  std::vector<Piece> pieces{{strCat("VNI ", vxlan.id), Tone::Vlan}};
  if (vxlan.remote) pieces.push_back({strCat("to ", *vxlan.remote)});
  return pieces;
}

std::vector<Piece> bondPieces(const BondLink& bond) {
  std::vector<Piece> pieces{{toShortText(bond.mode, kLongestDetail)}};
  for (const auto* key : {"primary", "miimon", "lacp_rate"}) {
    const auto found = bond.options.find(key);
    if (found == bond.options.end() || found->second.empty()) continue;
    pieces.push_back({toShortText(strCat(key, " ", found->second), kLongestName), Tone::Muted});
  }
  return pieces;
}

// What is special to the kind; empty for the plain ones.
std::vector<Piece> kindPieces(const LinkKind& kind) {
  using Pieces = std::vector<Piece>;
  return std::visit(
      Overloaded{
          [](const BondLink& bond) { return bondPieces(bond); },
          [](const VxlanLink& vxlan) { return vxlanPieces(vxlan); },
          [](const VlanLink& vlan) {
            return Pieces{{strCat("VLAN ", vlan.id), Tone::Vlan},
                          {toShortText(strCat("on ", vlan.base), kLongestName), Tone::Muted}};
          },
          [](const VethLink& veth) {
            return veth.peer ? Pieces{{toShortText(strCat("peer ", *veth.peer), kLongestName),
                                       Tone::Muted}}
                             : Pieces{{"peer in another namespace", Tone::Muted}};
          },
          [](const MacVlanLink& link) {
            return Pieces{
                {toShortText(strCat(link.mode, " on ", link.base), kLongestDetail), Tone::Muted}};
          },
          [](const IpVlanLink& link) {
            return Pieces{
                {toShortText(strCat(link.mode, " on ", link.base), kLongestDetail), Tone::Muted}};
          },
          [](const VrfLink& vrf) { return Pieces{{strCat("table ", vrf.table)}}; },
          [](const auto&) { return Pieces{}; },
      },
      kind);
}

std::string_view originOf(const LinkConfig& link, const Address& address) {
  const bool v4 = address.prefix.address.family() == IpFamily::V4;
  if (v4) return link.ipv4.dhcp ? "DHCP" : "dynamic";
  if (link.ipv6.dhcp && address.prefix.length == 128) return "DHCPv6";
  return link.ipv6.autoconf ? "from router" : "dynamic";
}

void addAddressRows(const Survey& survey, const InterfaceName& name, const LinkConfig& link,
                    std::vector<Row>& rows) {
  std::vector<std::pair<Address, std::string_view>> all;
  for (const Address& address : configuredAddresses(link)) all.emplace_back(address, "");
  if (const LinkFacts* facts = survey.linkFacts(name)) {
    for (const Address& address : dynamicAddresses(link, *facts)) {
      all.emplace_back(address, originOf(link, address));
    }
  }
  for (std::size_t i = 0; i < all.size() && i < kMostAddresses; ++i) {
    const auto& [address, origin] = all[i];
    Row row = detail(strCat("address ", address.prefix), {{strCat(address.prefix), Tone::Address}});
    if (!origin.empty()) row.pieces.push_back({std::string(origin), Tone::Muted});
    rows.push_back(std::move(row));
  }
  if (all.size() > kMostAddresses) {
    rows.push_back(
        detail("more addresses", {{strCat("+ ", all.size() - kMostAddresses, " more addresses")}}));
  }
  if (all.empty() && link.ipv4.dhcp) {
    rows.push_back(detail("dhcp", {{"DHCP, no address yet", Tone::Muted}}));
  }
}

void addRouteRows(const std::vector<Route>& routes, std::vector<Row>& rows) {
  for (std::size_t i = 0; i < routes.size() && i < kMostRoutes; ++i) {
    const Route& route = routes[i];
    Row row =
        detail(strCat("route ", route), {{strCat("default via ", *route.gateway), Tone::Route}});
    if (route.metric != 0) row.pieces.push_back({strCat("metric ", route.metric), Tone::Muted});
    if (route.table != kMainTable) {
      row.pieces.push_back({strCat("table ", route.table), Tone::Muted});
    }
    rows.push_back(std::move(row));
  }
  if (routes.size() > kMostRoutes) {
    rows.push_back(detail("more routes",
                          {{strCat("+ ", routes.size() - kMostRoutes, " more default routes")}}));
  }
}

}  // namespace

std::string kindText(const LinkKind& kind) {
  return std::visit(
      Overloaded{
          [](const PhysicalLink&) -> std::string { return "NIC"; },
          [](const OvsInternalLink&) -> std::string { return "internal port"; },
          [](const VlanLink&) -> std::string { return "VLAN"; },
          [](const LinuxBridgeLink&) -> std::string { return "Linux bridge"; },
          [](const VrfLink&) -> std::string { return "VRF"; },
          [](const VxlanLink&) -> std::string { return "VXLAN"; },
          [](const TunLink&) -> std::string { return "tap"; },
          [](const OtherLink& other) { return toShortText(other.kind, kLongestName); },
          [&](const auto&) { return strCat(toString(typeOf(kind))); },
      },
      kind);
}

std::vector<Row> linkRows(const Survey& survey, const Faults& faults, const InterfaceName& name) {
  const LinkConfig* link = survey.link(name);
  if (link == nullptr) return faultRows(faults, name, RowKind::Detail);
  std::vector<Row> rows;
  if (auto pieces = kindPieces(link->kind); !pieces.empty()) {
    rows.push_back(detail("kind", std::move(pieces)));
  }
  rows.push_back(hardwareRow(survey, name, *link));
  addAddressRows(survey, name, *link, rows);
  addRouteRows(survey.defaultRoutes(name), rows);
  for (Row& row : faultRows(faults, name, RowKind::Detail)) rows.push_back(std::move(row));
  return rows;
}

std::vector<Row> faultRows(const Faults& faults, const InterfaceName& name, RowKind kind) {
  std::vector<Row> rows;
  const auto found = faults.find(name);
  if (found == faults.end()) return rows;
  for (const std::string& fault : found->second) {
    Row row{
        .kind = kind,
        .key = strCat("fault ", toVisibleText(name.text), " ", toShortText(fault, kLongestTooltip)),
        .pieces = {{toShortText(fault, kLongestFault), Tone::Fault}}};
    row.faulty = true;
    row.tooltip = toShortText(fault, kLongestTooltip);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string firstAddress(const Survey& survey, const InterfaceName& name) {
  const LinkConfig* link = survey.link(name);
  if (link == nullptr) return {};
  std::vector<Address> all = configuredAddresses(*link);
  if (const LinkFacts* facts = survey.linkFacts(name)) {
    for (const Address& address : dynamicAddresses(*link, *facts)) all.push_back(address);
  }
  if (all.empty()) return {};
  const std::string first = strCat(all.front().prefix);
  return all.size() == 1 ? first : strCat(first, " +", all.size() - 1);
}

}  // namespace pointsman::picture
