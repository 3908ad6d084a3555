// SPDX-License-Identifier: Apache-2.0
#include "document/ip_section.h"

#include <algorithm>

#include "base/str_cat.h"
#include "document/fields.h"

namespace pointsman::document {

namespace {

struct AddressEntry {
  std::optional<IpAddress> ip = {};
  std::optional<std::uint8_t> length = {};
  std::optional<std::string> valid = {};
  std::optional<std::string> preferred = {};

  // With a lifetime it is what `show` printed of a lease or of the kernel's own address.
  [[nodiscard]] bool shown() const { return valid || preferred; }
  [[nodiscard]] bool lease() const {
    return valid.value_or("forever") != "forever" || preferred.value_or("forever") != "forever";
  }
};

constexpr Field<AddressEntry> kAddressFields[] = {
    setting<&AddressEntry::ip>("ip"),
    number<&AddressEntry::length, 0, 128>("prefix-length"),
    setting<&AddressEntry::valid>("valid-life-time", {"valid-left", "valid-lft"}),
    setting<&AddressEntry::preferred>("preferred-life-time", {"preferred-left", "preferred-lft"}),
    queryOnly<AddressEntry>("mptcp-flags"),
};

std::optional<AddressEntry> readEntry(const Value& item, IpFamily family) {
  if (item.node().isScalar()) {
    item.error("an address is a map of 'ip' and 'prefix-length'",
               "write '- ip: 192.0.2.10' and 'prefix-length: 24' below it");
    return std::nullopt;
  }
  AddressEntry entry;
  const std::size_t before = item.findingsSoFar();
  if (!readFields(item, kAddressFields, entry) || item.findingsSoFar() != before)
    return std::nullopt;
  if (!entry.ip || !entry.length) {
    item.error(strCat("an address needs '", entry.ip ? "prefix-length" : "ip", "'"));
    return std::nullopt;
  }
  if (entry.ip->family() != family) {
    item.find("ip")->error(
        strCat(*entry.ip, " is an ", entry.ip->family(), " address in an ", family, " section"));
    return std::nullopt;
  }
  if (*entry.length > bitsOf(family)) {
    item.find("prefix-length")
        ->error(strCat("the prefix length of an ", family, " address is at most ", bitsOf(family)));
    return std::nullopt;
  }
  return entry;
}

void readAddressList(const Value& list, IpFamily family, DesiredIp& ip) {
  std::vector<IpPrefix> addresses;
  const bool isList = forEachItem(list, [&](const Value& item) {
    const auto entry = readEntry(item, family);
    if (!entry || entry->lease()) return;
    const IpPrefix prefix{*entry->ip, *entry->length};
    if (family == IpFamily::V6 && entry->ip->isLinkLocal()) {
      if (entry->shown()) return;
      item.warning(strCat("link-local address ", prefix, " is left to the kernel"),
                   "remove it from the list");
      return;
    }
    if (std::ranges::count(addresses, prefix) > 0) {
      item.error(strCat("address ", prefix, " is listed twice"));
    }
    addresses.push_back(prefix);
  });
  if (isList) ip.addresses = std::move(addresses);
}

template <IpFamily family>
constexpr Field<DesiredIp> kAddressList = {
    .key = "address",
    .read = [](const Value& value, DesiredIp& ip) { readAddressList(value, family, ip); },
    .write = [](const DesiredIp& ip) -> std::optional<Node> {
      if (!ip.addresses) return std::nullopt;
      Node list = Node::sequence();
      for (const IpPrefix& prefix : *ip.addresses) list.items.push_back(writeAddress(prefix));
      return list;
    }};

constexpr Field<DesiredIp> belongsTo(std::string_view key, IpFamily family) {
  if (family == IpFamily::V4) {
    return {.key = key, .read = [](const Value& value, DesiredIp&) {
              value.errorAtKey(strCat("'", value.key(), "' belongs to ipv4 only"));
            }};
  }
  return {.key = key, .read = [](const Value& value, DesiredIp&) {
            value.errorAtKey(strCat("'", value.key(), "' belongs to ipv6 only"));
          }};
}

void readToken(const Value& value, DesiredIp& ip) {
  if (!value.expectScalar()) return;
  if (value.node().text.empty() || value.node().text == "::") {
    ip.token = Clear{};
    return;
  }
  const auto token = readAddress(value);
  if (!token) return;
  const bool isV6 = token->family() == IpFamily::V6;
  if (!isV6 || !token->masked(bitsOf(IpFamily::V6) / 2).isUnspecified()) {
    value.error(strCat("token ", *token, " must be an IPv6 address whose first 64 bits are zero"),
                "such as ::a:b");
    return;
  }
  ip.token = *token;
}

constexpr Field<DesiredIp> kToken = {
    .key = "token", .read = readToken, .write = setting<&DesiredIp::token>("token").write};

// As the kernel names them (net/ipv6/addrconf.c); documents write stable_secret as nmstate does.
constexpr std::string_view kAddressModes[] = {"eui64", "stable-privacy", "none", "random"};

constexpr auto kEnabled = setting<&DesiredIp::enabled>("enabled");
constexpr auto kDhcp = setting<&DesiredIp::dhcp>("dhcp");
constexpr auto kAutoDns = setting<&DesiredIp::autoDns>("auto-dns");
constexpr auto kAutoGateway = setting<&DesiredIp::autoGateway>("auto-gateway");
constexpr auto kAutoRoutes = setting<&DesiredIp::autoRoutes>("auto-routes");
constexpr auto kAutoRouteTable = setting<&DesiredIp::autoRouteTable>("auto-route-table-id");
constexpr auto kAutoRouteMetric = setting<&DesiredIp::autoRouteMetric>("auto-route-metric");
constexpr auto kSendHostname = setting<&DesiredIp::dhcpSendHostname>("dhcp-send-hostname");
constexpr auto kCustomHostname = setting<&DesiredIp::dhcpCustomHostname>("dhcp-custom-hostname");
constexpr auto kAllowExtra = setting<&DesiredIp::allowExtraAddress>("allow-extra-address");
constexpr auto kForwarding = setting<&DesiredIp::forwarding>("forwarding");
constexpr auto kPrefixMetric = unsupported<DesiredIp>(
    "prefix-route-metric", "leave it out; the connected route keeps the kernel's metric");

constexpr Field<DesiredIp> kIpv4Fields[] = {
    kEnabled,
    kDhcp,
    setting<&DesiredIp::dhcpClientId>("dhcp-client-id"),
    kAddressList<IpFamily::V4>,
    kAutoDns,
    kAutoGateway,
    kAutoRoutes,
    kAutoRouteTable,
    kAutoRouteMetric,
    kSendHostname,
    kCustomHostname,
    kAllowExtra,
    kForwarding,
    kPrefixMetric,
    belongsTo("autoconf", IpFamily::V6),
    belongsTo("dhcp-duid", IpFamily::V6),
    belongsTo("addr-gen-mode", IpFamily::V6),
    belongsTo("token", IpFamily::V6),
};

constexpr Field<DesiredIp> kIpv6Fields[] = {
    kEnabled,
    kDhcp,
    setting<&DesiredIp::autoconf>("autoconf"),
    setting<&DesiredIp::dhcpDuid>("dhcp-duid"),
    choice<&DesiredIp::addrGenMode, kAddressModes>("addr-gen-mode"),
    kToken,
    kAddressList<IpFamily::V6>,
    kAutoDns,
    kAutoGateway,
    kAutoRoutes,
    kAutoRouteTable,
    kAutoRouteMetric,
    kSendHostname,
    kCustomHostname,
    kAllowExtra,
    kForwarding,
    kPrefixMetric,
    belongsTo("dhcp-client-id", IpFamily::V4),
};

Fields<DesiredIp> fieldsOf(IpFamily family) {
  return family == IpFamily::V4 ? Fields<DesiredIp>(kIpv4Fields) : Fields<DesiredIp>(kIpv6Fields);
}

void checkIp(const Value& section, const DesiredIp& ip) {
  const bool asksForSomething = ip.dhcp.value_or(false) || ip.autoconf.value_or(false) ||
                                (ip.addresses && !ip.addresses->empty());
  if (ip.enabled == false && asksForSomething) {
    section.warning(strCat("'", section.key(), "' is not enabled, so the rest of it is ignored"),
                    "say 'enabled: true', or remove the rest");
  }
  if (ip.dhcpClientId && ip.dhcp == false) {
    section.find("dhcp-client-id")->warning("'dhcp-client-id' is ignored: dhcp is false");
  }
  if (wishedValue(ip.token) != nullptr && ip.autoconf == false) {
    section.find("token")->error("'token' has no effect: autoconf is false");
  }
}

}  // namespace

void readIp(const Value& section, IpFamily family, DesiredIp& ip) {
  if (readFields(section, fieldsOf(family), ip)) checkIp(section, ip);
}

Node writeIp(const DesiredIp& ip, IpFamily family) { return writeMapping(ip, fieldsOf(family)); }

Node writeAddress(const IpPrefix& prefix) {
  Node node = Node::mapping();
  node.add("ip", Node::ofText(toString(prefix.address)));
  node.add("prefix-length", Node::of(prefix.length));
  return node;
}

}  // namespace pointsman::document
