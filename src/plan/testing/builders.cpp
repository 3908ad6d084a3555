// SPDX-License-Identifier: Apache-2.0
#include "plan/testing/builders.h"

#include <algorithm>

#include "base/str_cat.h"
#include "plan/print.h"

namespace pointsman::plan {

IpPrefix prefix(std::string_view text) { return IpPrefix::parse(text).value(); }
IpAddress ip(std::string_view text) { return IpAddress::parse(text).value(); }
MacAddress mac(std::string_view text) { return MacAddress::parse(text).value(); }

std::vector<InterfaceName> names(std::initializer_list<const char*> list) {
  std::vector<InterfaceName> result;
  for (const char* name : list) result.emplace_back(name);
  return result;
}

ObservedState plainHost() {
  ObservedState host;
  for (int number = 0; number < 3; ++number) {
    const InterfaceName name(strCat("eth", number));
    const MacAddress address = mac(strCat("52:54:00:00:00:0", number));
    LinkConfig nic{.kind = PhysicalLink{}, .up = true, .mac = address};
    nic.ipv6.enabled = true;
    host.config.links.emplace(name, nic);
    host.facts.links[name] = {.permanentMac = address, .minMtu = 68, .maxMtu = 9000};
  }
  link(host, "eth0").ipv4 = {.enabled = true, .addresses = {{.prefix = prefix("192.0.2.10/24")}}};
  host.config.routes.insert({.destination = prefix("0.0.0.0/0"),
                             .device = InterfaceName("eth0"),
                             .gateway = ip("192.0.2.1")});
  host.config.hostname = "node0";
  host.facts.ovs.available = true;
  return host;
}

ObservedState bridgedHost() {
  ObservedState host = plainHost();
  link(host, "eth0").ipv4 = {};
  link(host, "eth0").ipv6 = {};
  LinkConfig local{.kind = OvsInternalLink{}, .up = true, .mac = mac("52:54:00:00:00:00")};
  local.ipv4 = {.enabled = true, .addresses = {{.prefix = prefix("192.0.2.10/24")}}};
  host.config.links.emplace(InterfaceName("br-ex"), local);
  OvsBridgeConfig bridge{.externalIds = {{"bridge-uplink", "eth0"}},
                         .otherConfig = {{"hwaddr", "52:54:00:00:00:00"}}};
  bridge.ports[PortName("br-ex")].interfaces[InterfaceName("br-ex")].type = kOvsInternal;
  bridge.ports[PortName("eth0")].interfaces[InterfaceName("eth0")] = {};
  host.config.ovs.bridges.emplace(BridgeName("br-ex"), bridge);
  host.config.routes = {{.destination = prefix("0.0.0.0/0"),
                         .device = InterfaceName("br-ex"),
                         .gateway = ip("192.0.2.1")}};
  host.facts.ovs.interfaces[InterfaceName("eth0")] = {.literalType = "system", .ofport = 1};
  host.facts.ovs.interfaces[InterfaceName("br-ex")] = {.literalType = "internal", .ofport = 65534};
  return host;
}

LinkConfig& link(ObservedState& host, const char* name) {
  return host.config.links.at(InterfaceName(name));
}
const LinkConfig& link(const HostConfig& config, const char* name) {
  return config.links.at(InterfaceName(name));
}
const OvsPortConfig& port(const HostConfig& config, const char* bridge, const char* name) {
  return config.ovs.bridges.at(BridgeName(bridge)).ports.at(PortName(name));
}

DesiredInterface entry(const char* name, InterfaceType type) {
  return {.name = name, .type = type};
}
DesiredInterface absent(const char* name) {
  return {.name = name, .state = InterfaceState::Absent};
}

DesiredIp staticIp(std::initializer_list<const char*> addresses) {
  DesiredIp wish{.enabled = true, .dhcp = false, .addresses = std::vector<IpPrefix>{}};
  for (const char* text : addresses) wish.addresses->push_back(prefix(text));
  return wish;
}
DesiredIp noIp() { return {.enabled = false}; }
DesiredIp dhcp() { return {.enabled = true, .dhcp = true}; }

DesiredInterface bridge(const char* name, std::initializer_list<const char*> ports) {
  DesiredInterface wish = entry(name, InterfaceType::OvsBridge);
  DesiredOvsBridge section{.ports = std::vector<DesiredOvsPort>{}};
  for (const char* text : ports) section.ports->push_back({.name = PortName(text)});
  wish.kind = section;
  return wish;
}

DesiredRoute defaultRoute(const char* gateway, const char* device) {
  return {
      .destination = prefix("0.0.0.0/0"), .device = InterfaceName(device), .gateway = ip(gateway)};
}

DesiredState bridgeDocument() {
  DesiredState document;
  DesiredInterface nic = entry("eth0", InterfaceType::Ethernet);
  nic.ipv4 = noIp();
  nic.ipv6 = noIp();
  DesiredInterface local = entry("br-ex", InterfaceType::OvsInterface);
  local.ipv4 = staticIp({"192.0.2.10/24"});
  local.copyMacFrom = InterfaceName("eth0");
  document.interfaces = {nic, bridge("br-ex", {"eth0", "br-ex"}), local};
  document.routes = {defaultRoute("192.0.2.1", "br-ex")};
  return document;
}

std::string listing(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& finding : diagnostics) {
    strAppend(text, finding.severity == Severity::Error ? "error " : "warning ", finding.path, ": ",
              finding.message, " (", finding.hint, ")\n");
  }
  return text;
}

std::string listing(const std::vector<Step>& steps) {
  std::string text;
  for (const Step& step : steps) strAppend(text, describe(step), "\n");
  return text;
}

bool hasFinding(const Diagnostics& diagnostics, Severity severity, std::string_view path,
                std::string_view part) {
  return std::ranges::any_of(diagnostics, [&](const Diagnostic& finding) {
    return finding.severity == severity && finding.path == path &&
           finding.message.find(part) != std::string::npos && !finding.hint.empty();
  });
}

}  // namespace pointsman::plan
