// SPDX-License-Identifier: Apache-2.0
// What we read from a real kernel is what iproute2 reads from it.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/str_cat.h"
#include "namespace.h"

namespace pointsman::netlink {
namespace {

namespace json = boost::json;

std::string textAt(const json::object& object, std::string_view key) {
  const json::value* value = object.if_contains(key);
  if (value == nullptr) return "";
  if (value->is_string()) return std::string(value->as_string());
  return json::serialize(*value);
}

class NetlinkRead : public testing::Test {
 protected:
  FreshNamespace fresh_;
  Netlink netlink_ = must(Netlink::open());
};

TEST_F(NetlinkRead, ListsLinksAsIpDoes) {
  ip({"link", "add", "v0", "address", "02:00:00:00:00:01", "mtu", "1400", "type", "veth", "peer",
      "name", "v1"});
  ip({"link", "add", "br0", "type", "bridge"});
  ip({"link", "add", "vx0", "type", "vxlan", "id", "42", "remote", "192.0.2.1", "dstport", "4789"});
  ip({"link", "add", "mv0", "link", "v1", "type", "macvlan", "mode", "bridge"});
  ip({"link", "property", "add", "dev", "v0", "altname", "the-very-long-name-of-a-link"});
  ip({"link", "set", "v0", "master", "br0", "up"});
  ip({"link", "set", "v1", "up", "promisc", "on"});

  const auto links = must(netlink_.links());
  const auto expected = ipJson({"link", "show"});
  ASSERT_EQ(links.size(), expected.size());
  std::map<IfIndex, std::string> names;
  for (const Link& link : links) names[link.index] = link.name;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Link& link = links[i];
    const json::object& theirs = expected[i].as_object();
    SCOPED_TRACE(link.name);
    EXPECT_EQ(link.name, textAt(theirs, "ifname"));
    EXPECT_EQ(strCat(link.index), textAt(theirs, "ifindex"));
    EXPECT_EQ(strCat(link.mtu), textAt(theirs, "mtu"));
    EXPECT_EQ(strCat(link.minMtu), textAt(theirs, "min_mtu"));
    EXPECT_EQ(strCat(link.maxMtu), textAt(theirs, "max_mtu"));
    EXPECT_EQ(toString(link.operState), textAt(theirs, "operstate"));
    EXPECT_EQ(toLowerString(link.mac.value()), textAt(theirs, "address"));
    EXPECT_EQ(strCat(link.promiscuity), textAt(theirs, "promiscuity"));
    EXPECT_EQ(link.master ? names[*link.master] : "", textAt(theirs, "master"));
    EXPECT_EQ(link.parent ? names[*link.parent] : "", textAt(theirs, "link"));
    const auto* info = theirs.if_contains("linkinfo");
    EXPECT_EQ(link.kind, info == nullptr ? "" : textAt(info->as_object(), "info_kind"));
    EXPECT_EQ(link.portKind, info == nullptr ? "" : textAt(info->as_object(), "info_slave_kind"));
  }
  const Link v0 = linkNamed(netlink_, "v0");
  EXPECT_EQ(v0.altNames, std::vector<std::string>{"the-very-long-name-of-a-link"});
  EXPECT_EQ(std::get<VethDetails>(v0.details).peer, "v1");
  EXPECT_EQ(v0.portOptions.at("hairpin"), "0");
  EXPECT_TRUE(v0.up && v0.running && v0.carrier);
  EXPECT_TRUE(linkNamed(netlink_, "v1").promiscuous);
  EXPECT_EQ(std::get<MacVlanDetails>(linkNamed(netlink_, "mv0").details).mode, MacVlanMode::Bridge);
  const auto vxlan = std::get<VxlanDetails>(linkNamed(netlink_, "vx0").details);
  EXPECT_EQ(vxlan.id, 42U);
  EXPECT_EQ(vxlan.destinationPort, 4789);
  EXPECT_EQ(strCat(vxlan.remote.value()), "192.0.2.1");
}

TEST_F(NetlinkRead, ReadsTheSettingsOfIpv4AndIpv6) {
  ip({"link", "add", "v0", "type", "veth", "peer", "name", "v1"});
  run({"sysctl", "-qw", "net.ipv4.conf.v0.forwarding=1"});
  run({"sysctl", "-qw", "net.ipv6.conf.v0.accept_ra=0"});
  run({"sysctl", "-qw", "net.ipv6.conf.v0.addr_gen_mode=1"});
  run({"sysctl", "-qw", "net.ipv6.conf.v1.disable_ipv6=1"});
  const Link v0 = linkNamed(netlink_, "v0");
  EXPECT_EQ(v0.inet.forwarding, true);
  EXPECT_FALSE(v0.inet6.disabled);
  EXPECT_FALSE(v0.inet6.acceptsRouters);
  EXPECT_EQ(v0.inet6.addrGenMode, "none");
  EXPECT_TRUE(linkNamed(netlink_, "v1").inet6.disabled);
}

// A child process makes and deletes a link without pause. Lists that fail say Conflict; those that
// do not, hold each of the other links once.
TEST_F(NetlinkRead, ListsAreWholeWhileLinksComeAndGo) {
  constexpr std::size_t kPairs = 100;
  for (std::size_t i = 0; i < kPairs; ++i) {
    const auto created = netlink_.createLink(
        {.name = strCat("a", i), .kind = "veth", .details = VethDetails{strCat("b", i)}});
    ASSERT_TRUE(created.has_value()) << created.error().message();
  }
  const ChildProcess restless([] {
    Netlink own = must(Netlink::open());
    while (true) {
      (void)own.createLink({.name = "come", .kind = "bridge"}).has_value();
      (void)own.deleteLink("come").has_value();
    }
  });
  int whole = 0;
  for (int reads = 0; reads < 50; ++reads) {
    const auto links = netlink_.links();
    if (!links) {
      EXPECT_EQ(links.error().kind(), ErrorKind::Conflict);
      continue;
    }
    ++whole;
    std::set<std::string> names;
    for (const Link& link : *links) EXPECT_TRUE(names.insert(link.name).second) << link.name;
    names.erase("come");
    EXPECT_EQ(names.size(), 2 * kPairs + 1);
  }
  EXPECT_GT(whole, 0);
}

// The link's peer was moved into a namespace that only a child process holds.
TEST_F(NetlinkRead, SaysWhenThePeerIsInAnotherNamespace) {
  ip({"link", "add", "v0", "type", "veth", "peer", "name", "v1"});
  const NamespaceHolder other;
  ip({"link", "set", "v1", "netns", strCat(other.process())});
  const Link v0 = linkNamed(netlink_, "v0");
  EXPECT_TRUE(v0.parent && v0.parentNamespace);
  EXPECT_EQ(std::get<VethDetails>(v0.details).peer, "");
}

std::string describe(const Address& address, const std::string& link) {
  const auto flag = [](bool set, const char* name) { return set ? strCat(" ", name) : ""; };
  return strCat(link, " ", address.prefix.address,
                address.peer ? strCat(" peer ", *address.peer) : "", "/", address.prefix.length,
                address.broadcast ? strCat(" brd ", *address.broadcast) : "", " scope ",
                address.scope == Scope::Universe ? "global"
                : address.scope == Scope::Link   ? "link"
                                                 : "host",
                " label '", address.label, "'", flag(!address.permanent, "dynamic"),
                flag(address.secondary, "secondary"), flag(address.tentative, "tentative"),
                flag(address.noDad, "nodad"), flag(address.noPrefixRoute, "noprefixroute"),
                flag(address.manageTemporary, "mngtmpaddr"), " metric ", address.metric.value_or(0),
                " valid ", address.valid.count(), " preferred ", address.preferred.count());
}

std::string describeAddress(const json::object& theirs, const std::string& link) {
  std::string flags;
  for (const auto* name :
       {"dynamic", "secondary", "tentative", "nodad", "noprefixroute", "mngtmpaddr"}) {
    if (theirs.contains(name)) strAppend(flags, " ", name);
  }
  const auto ifThere = [&](const char* key, const char* word) {
    return theirs.contains(key) ? strCat(word, textAt(theirs, key)) : "";
  };
  return strCat(link, " ", textAt(theirs, "local"), ifThere("address", " peer "), "/",
                textAt(theirs, "prefixlen"), ifThere("broadcast", " brd "), " scope ",
                textAt(theirs, "scope"), " label '", textAt(theirs, "label"), "'", flags,
                " metric ", theirs.contains("metric") ? textAt(theirs, "metric") : "0", " valid ",
                textAt(theirs, "valid_life_time"), " preferred ",
                textAt(theirs, "preferred_life_time"));
}

TEST_F(NetlinkRead, ListsAddressesAsIpDoes) {
  ip({"link", "set", "lo", "up"});
  ip({"link", "add", "v0", "type", "veth", "peer", "name", "v1"});
  ip({"link", "set", "v0", "up"});
  ip({"addr", "add", "192.0.2.1/24", "dev", "v0", "brd", "+", "valid_lft", "100000",
      "preferred_lft", "50000"});
  ip({"addr", "add", "192.0.2.2/24", "dev", "v0", "noprefixroute", "metric", "77"});
  ip({"addr", "add", "10.0.0.1", "peer", "10.0.0.2/32", "dev", "v1", "label", "v1:x"});
  ip({"addr", "add", "2001:db8::1/64", "dev", "v0", "nodad", "mngtmpaddr"});
  ip({"addr", "add", "2001:db8::2/64", "dev", "v0"});

  std::map<IfIndex, std::string> names;
  for (const Link& link : must(netlink_.links())) names[link.index] = link.name;
  // Lifetimes count down and duplicate detection ends, so both lists are taken until they agree.
  std::vector<std::string> ours;
  std::vector<std::string> theirs;
  for (int tries = 0; tries < 20 && (ours.empty() || ours != theirs); ++tries) {
    ours.clear();
    theirs.clear();
    for (const Address& address : must(netlink_.addresses())) {
      ours.push_back(describe(address, names[address.link]));
    }
    for (const json::value& link : ipJson({"addr", "show"})) {
      for (const json::value& address : link.as_object().at("addr_info").as_array()) {
        theirs.push_back(describeAddress(address.as_object(), textAt(link.as_object(), "ifname")));
      }
    }
    std::ranges::sort(ours);
    std::ranges::sort(theirs);
  }
  EXPECT_EQ(ours, theirs);
  EXPECT_GE(ours.size(), 7U);
}

std::string describe(const NextHop& hop, std::map<IfIndex, std::string>& names) {
  return strCat(hop.gateway ? strCat(" via ", *hop.gateway) : "",
                hop.link ? strCat(" dev ", names[*hop.link]) : "", hop.onLink ? " onlink" : "");
}

std::string destinationText(const IpPrefix& prefix) {
  if (prefix.length == 0) return "default";
  if (prefix.length == bitsOf(prefix.address.family())) return toString(prefix.address);
  return toString(prefix);
}

std::string describe(const Route& route, std::map<IfIndex, std::string>& names) {
  std::string text =
      strCat("type ", static_cast<int>(route.type), " ", destinationText(route.destination),
             " table ", route.table, " proto ", route.protocol, " scope ",
             static_cast<int>(route.scope.value()), " metric ", route.metric,
             route.preferredSource ? strCat(" src ", *route.preferredSource) : "", " mtu ",
             route.metrics.mtu.value_or(0), " advmss ", route.metrics.advMss.value_or(0),
             " initcwnd ", route.metrics.initialCwnd.value_or(0));
  for (const NextHop& hop : route.nextHops) {
    text += describe(hop, names);
    if (route.nextHops.size() > 1) strAppend(text, " weight ", hop.weight);
  }
  return text;
}

std::string describeHop(const json::object& theirs) {
  std::string text;
  if (theirs.contains("gateway")) strAppend(text, " via ", textAt(theirs, "gateway"));
  if (const auto* via = theirs.if_contains("via")) {
    strAppend(text, " via ", textAt(via->as_object(), "host"));
  }
  if (theirs.contains("dev")) strAppend(text, " dev ", textAt(theirs, "dev"));
  if (textAt(theirs, "flags").find("onlink") != std::string::npos) text += " onlink";
  if (theirs.contains("weight")) strAppend(text, " weight ", textAt(theirs, "weight"));
  return text;
}

std::string describeRoute(const json::object& theirs) {
  json::object metrics;
  if (const auto* list = theirs.if_contains("metrics")) {
    metrics = list->as_array().at(0).as_object();
  }
  const auto number = [](const json::object& object, const char* key) {
    return object.contains(key) ? textAt(object, key) : "0";
  };
  std::string text =
      strCat("type ", textAt(theirs, "type"), " ", textAt(theirs, "dst"), " table ",
             textAt(theirs, "table"), " proto ", textAt(theirs, "protocol"), " scope ",
             textAt(theirs, "scope"), " metric ", number(theirs, "metric"),
             theirs.contains("prefsrc") ? strCat(" src ", textAt(theirs, "prefsrc")) : "", " mtu ",
             number(metrics, "mtu"), " advmss ", number(metrics, "advmss"), " initcwnd ",
             number(metrics, "initcwnd"), describeHop(theirs));
  if (const auto* hops = theirs.if_contains("nexthops")) {
    for (const json::value& hop : hops->as_array()) text += describeHop(hop.as_object());
  }
  return text;
}

TEST_F(NetlinkRead, ListsRoutesOfAllTablesAsIpDoes) {
  ip({"link", "set", "lo", "up"});
  ip({"link", "add", "v0", "type", "veth", "peer", "name", "v1"});
  ip({"link", "set", "v0", "up"});
  ip({"link", "set", "v1", "up"});
  ip({"addr", "add", "192.0.2.1/24", "dev", "v0"});
  ip({"addr", "add", "2001:db8::1/64", "dev", "v0", "nodad"});
  ip({"route", "add", "default", "via", "192.0.2.254", "metric", "100", "proto", "dhcp", "src",
      "192.0.2.1", "mtu", "1400", "advmss", "1300", "initcwnd", "20"});
  ip({"route", "add", "198.51.100.0/24", "table", "1000", "nexthop", "via", "192.0.2.250", "weight",
      "3", "nexthop", "via", "192.0.2.251", "dev", "v0"});
  ip({"route", "add", "203.0.113.0/24", "via", "inet6", "fe80::1", "dev", "v0"});
  ip({"route", "add", "blackhole", "203.0.113.128/25"});
  ip({"route", "add", "198.18.0.0/15", "via", "10.9.9.9", "dev", "v0", "onlink"});
  ip({"-6", "route", "add", "2001:db8:1::/48", "nexthop", "via", "2001:db8::2", "nexthop", "via",
      "2001:db8::3"});
  ip({"-6", "route", "add", "unreachable", "2001:db8:2::/48", "metric", "7"});

  std::map<IfIndex, std::string> names;
  for (const Link& link : must(netlink_.links())) names[link.index] = link.name;
  std::vector<std::string> ours;
  for (const Route& route : must(netlink_.routes())) ours.push_back(describe(route, names));
  std::vector<std::string> theirs;
  for (const json::value& route : ipJson({"-N", "route", "show", "table", "all"})) {
    theirs.push_back(describeRoute(route.as_object()));
  }
  std::ranges::sort(ours);
  std::ranges::sort(theirs);
  EXPECT_EQ(ours, theirs);
  EXPECT_GE(ours.size(), 15U);
}

std::string describe(const Rule& rule) {
  const auto part = [](const char* word, const auto& value) {
    return value ? strCat(" ", word, " ", *value) : std::string();
  };
  return strCat(*rule.priority, rule.invert ? " not" : "", " from ",
                rule.source ? toString(*rule.source) : "all",
                rule.destination ? strCat(" to ", *rule.destination) : "", " iif '", rule.inputLink,
                "' oif '", rule.outputLink, "' table ", rule.table, " proto ", rule.protocol,
                part("suppress", rule.suppressPrefixLength), part("goto", rule.gotoPriority),
                rule.l3mdev ? " l3mdev" : "",
                rule.destinationPorts ? strCat(" dport ", rule.destinationPorts->first, "-",
                                               rule.destinationPorts->last)
                                      : "",
                rule.users ? strCat(" uid ", rule.users->first, "-", rule.users->last) : "",
                part("fwmark", rule.fwmark), part("fwmask", rule.fwmask), " action ",
                static_cast<int>(rule.action));
}

std::string describeRule(const json::object& theirs) {
  const auto has = [&](const char* key) { return theirs.contains(key); };
  const auto prefix = [&](const char* address, const char* length) {
    return strCat(textAt(theirs, address), "/", textAt(theirs, length));
  };
  const auto hex = [&](const char* key) { return std::stoul(textAt(theirs, key), nullptr, 16); };
  const int action = has("goto") ? 2 : has("action") ? std::stoi(textAt(theirs, "action")) : 1;
  return strCat(
      textAt(theirs, "priority"), has("not") ? " not" : "", " from ",
      has("srclen") ? prefix("src", "srclen") : "all",
      has("dst") ? strCat(" to ", prefix("dst", "dstlen")) : "", " iif '", textAt(theirs, "iif"),
      "' oif '", textAt(theirs, "oif"), "' table ", has("table") ? textAt(theirs, "table") : "0",
      " proto ", textAt(theirs, "protocol"),
      has("suppress_prefixlen") ? strCat(" suppress ", textAt(theirs, "suppress_prefixlen")) : "",
      has("goto") ? strCat(" goto ", textAt(theirs, "goto")) : "", has("l3mdev") ? " l3mdev" : "",
      has("dport_start")
          ? strCat(" dport ", textAt(theirs, "dport_start"), "-", textAt(theirs, "dport_end"))
          : "",
      has("uid_start")
          ? strCat(" uid ", textAt(theirs, "uid_start"), "-", textAt(theirs, "uid_end"))
          : "",
      has("fwmark") ? strCat(" fwmark ", hex("fwmark")) : "",
      has("fwmask") ? strCat(" fwmask ", hex("fwmask")) : "", " action ", action);
}

TEST_F(NetlinkRead, ListsRulesAsIpDoes) {
  ip({"rule", "add", "from", "192.0.2.0/24", "to", "198.51.100.0/24", "iif", "v0", "oif", "v1",
      "fwmark", "0x10/0xff", "table", "1000", "priority", "50", "protocol", "dhcp"});
  ip({"rule", "add", "not", "to", "203.0.113.0/24", "lookup", "main", "suppress_prefixlength",
      "0"});
  ip({"rule", "add", "goto", "32766", "priority", "60"});
  ip({"rule", "add", "l3mdev", "priority", "1000"});
  ip({"rule", "add", "ipproto", "tcp", "dport", "80-90", "uidrange", "0-10", "lookup", "7"});
  ip({"-6", "rule", "add", "from", "2001:db8::/32", "lookup", "70000", "priority", "5"});

  std::vector<std::string> theirs;
  for (const auto* family : {"-4", "-6"}) {
    for (const json::value& rule : ipJson({"-N", family, "rule", "show"})) {
      theirs.push_back(strCat(family, " ", describeRule(rule.as_object())));
    }
  }
  std::vector<std::string> ours;
  for (const Rule& rule : must(netlink_.rules())) {
    ours.push_back(strCat(rule.family == IpFamily::V4 ? "-4 " : "-6 ", describe(rule)));
  }
  std::ranges::sort(ours);
  std::ranges::sort(theirs);
  EXPECT_EQ(ours, theirs);
}

}  // namespace
}  // namespace pointsman::netlink
