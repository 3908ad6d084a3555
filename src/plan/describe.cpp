// SPDX-License-Identifier: Apache-2.0
#include "plan/describe.h"

#include <vector>

#include "base/overloaded.h"
#include "base/str_cat.h"

namespace pointsman::plan {

namespace {

std::string upText(bool up) { return up ? "up" : "down"; }

std::string macText(const std::optional<MacAddress>& mac) {
  return mac ? toLowerString(*mac) : "chosen by the kernel";
}

std::string interfacesText(const OvsPortConfig& port) {
  if (!port.isBond()) {
    return port.interfaces.empty() ? std::string("empty") : port.interfaces.begin()->second.type;
  }
  std::vector<std::string> names;
  for (const auto& [name, interface] : port.interfaces) names.push_back(name.text);
  return strCat("bond of ", strJoin(names, ", "));
}

std::string portDetails(const OvsPortConfig& port) {
  std::string text = interfacesText(port);
  if (port.vlan != OvsPortVlan{}) strAppend(text, ", vlan ", toText(port.vlan));
  for (const auto& [name, interface] : port.interfaces) {
    const auto peer = interface.options.find("peer");
    if (peer != interface.options.end()) strAppend(text, ", peer ", peer->second);
    if (interface.mtuRequest) strAppend(text, ", mtu ", *interface.mtuRequest);
    if (interface.ofportRequest) strAppend(text, ", ofport ", *interface.ofportRequest);
  }
  return text;
}

std::string memberText(const Membership& membership) {
  return membership.controller ? membership.controller->text : "none";
}

StepText of(const AddBridge& s) {
  const std::string details = describeSettings(s.settings);
  return {"ovsdb",
          strCat("add bridge ", s.bridge, details.empty() ? "" : strCat(" (", details, ")")),
          s.bridge.text,
          "",
          "none",
          "there"};
}
StepText of(const RemoveBridge& s) {
  return {"ovsdb", strCat("remove bridge ", s.bridge), s.bridge.text, "", "there", "none"};
}
StepText of(const ChangeBridge& s) {
  const std::string change = describeChange(s.before, s.after);
  return {"ovsdb",       strCat("change bridge ", s.bridge, ": ", change),
          s.bridge.text, "bridge",
          "otherwise",   change};
}
StepText of(const AddPort& s) {
  return {"ovsdb",
          strCat("add port ", s.port, " to ", s.bridge, " (", portDetails(s.config), ")"),
          s.bridge.text,
          strCat("bridge.port ", s.port),
          "none",
          portDetails(s.config)};
}
StepText of(const RemovePort& s) {
  return {"ovsdb",
          strCat("remove port ", s.port, " from ", s.bridge, " (", interfacesText(s.config), ")"),
          s.bridge.text,
          strCat("bridge.port ", s.port),
          portDetails(s.config),
          "none"};
}
StepText of(const ChangePort& s) {
  const std::string change = describeChange(s.before, s.after);
  return {"ovsdb",       strCat("change port ", s.port, " of ", s.bridge, ": ", change),
          s.bridge.text, strCat("bridge.port ", s.port),
          "otherwise",   change};
}
StepText of(const AddPortMember& s) {
  return {
      "ovsdb",
      strCat("add ", s.interface, " to port ", s.port, " of ", s.bridge, " (", s.config.type, ")"),
      s.bridge.text,
      strCat("bridge.port ", s.port),
      "none",
      strCat("member ", s.interface)};
}
StepText of(const RemovePortMember& s) {
  return {"ovsdb",
          strCat("remove ", s.interface, " from port ", s.port, " of ", s.bridge),
          s.bridge.text,
          strCat("bridge.port ", s.port),
          strCat("member ", s.interface),
          "none"};
}
StepText of(const ChangeOvsInterface& s) {
  const std::string change = describeChange(s.before, s.after);
  return {"ovsdb",          strCat("change interface ", s.interface, ": ", change),
          s.interface.text, "ovs-db",
          "otherwise",      change};
}
StepText of(const ChangeOvsKey& s) {
  const std::string key = strCat(s.column, ":", s.key);
  return {"ovsdb",
          s.after ? strCat("set ", key, "=", *s.after) : strCat("remove ", key),
          "",
          strCat("ovs-db.", s.column, ".", s.key),
          s.before.value_or("none"),
          s.after.value_or("none")};
}

StepText of(const CreateLink& s) {
  return {"link",      strCat("create ", s.link, " (", toText(s.birth.kind), ")"),
          s.link.text, "",
          "none",      toText(s.birth.kind)};
}
StepText of(const DeleteLink& s) {
  return {"link",
          strCat("delete ", s.link, " (", toText(s.birth.kind), ")"),
          s.link.text,
          "",
          toText(s.birth.kind),
          "none"};
}
StepText of(const ChangeLinkKind& s) {
  const std::string change = describeChange(s.before, s.after);
  return {"link",      strCat("change ", s.link, ": ", change),
          s.link.text, std::string(toString(typeOf(s.after))),
          "otherwise", change};
}
StepText of(const SetLinkUp& s) {
  return {"link",           strCat("set ", s.link, " ", upText(s.after)),
          s.link.text,      "state",
          upText(s.before), upText(s.after)};
}
StepText of(const SetLinkMtu& s) {
  return {"link",           strCat("set ", s.link, " mtu ", s.before, " -> ", s.after),
          s.link.text,      "mtu",
          strCat(s.before), strCat(s.after)};
}
StepText of(const SetLinkMac& s) {
  return {"link",
          s.after ? strCat("set ", s.link, " mac ", macText(s.before), " -> ", macText(s.after))
                  : strCat("leave the mac of ", s.link, " to the kernel"),
          s.link.text,
          "mac-address",
          macText(s.before),
          macText(s.after)};
}
StepText of(const SetLinkController& s) {
  std::string action;
  if (s.before.controller == s.after.controller) {
    action = strCat("change port settings of ", s.link, " in ", memberText(s.after));
  } else if (s.after.controller) {
    action = strCat("attach ", s.link, " to ", *s.after.controller);
  } else {
    action = strCat("detach ", s.link, " from ", memberText(s.before));
  }
  return {"link",       std::move(action),    s.link.text,
          "controller", memberText(s.before), memberText(s.after)};
}
StepText of(const SetAltNames& s) {
  const auto names = [](const std::set<std::string>& set) {
    return set.empty() ? std::string("none") : strJoin(set, ", ");
  };
  return {"link",
          strCat("set ", s.link, " alternative names ", names(s.before), " -> ", names(s.after)),
          s.link.text,
          "alt-names",
          names(s.before),
          names(s.after)};
}
StepText of(const SetAcceptAllMac& s) {
  return {"link",           strCat("set ", s.link, " accept-all-mac-addresses ", s.after),
          s.link.text,      "accept-all-mac-addresses",
          strCat(s.before), strCat(s.after)};
}

std::string ipPath(IpFamily family, std::string_view key) { return strCat(family, ".", key); }

std::string addressText(const Address& address) {
  return address.validSeconds ? strCat(address.prefix, " (leased)") : toString(address.prefix);
}

StepText of(const AddAddress& s) {
  return {"ip",        strCat("add ", addressText(s.address), " to ", s.link),
          s.link.text, ipPath(s.address.prefix.address.family(), "address"),
          "none",      addressText(s.address)};
}
StepText of(const RemoveAddress& s) {
  return {"ip",
          strCat("remove ", addressText(s.address), " from ", s.link),
          s.link.text,
          ipPath(s.address.prefix.address.family(), "address"),
          addressText(s.address),
          "none"};
}
StepText of(const ChangeAddress& s) {
  const auto kind = [](const Address& address) {
    return strCat(addressText(address), address.noPrefixRoute ? " (no prefix route)" : "");
  };
  return {"ip",           strCat("change ", kind(s.before), " on ", s.link, " to ", kind(s.after)),
          s.link.text,    ipPath(s.before.prefix.address.family(), "address"),
          kind(s.before), kind(s.after)};
}
StepText of(const SetIpMethod& s) {
  return {
      "ip",
      strCat("set ", s.link, " ", s.family, " ", methodText(s.before), " -> ", methodText(s.after)),
      s.link.text,
      std::string(toString(s.family)),
      methodText(s.before),
      methodText(s.after)};
}
StepText of(const AddRoute& s) {
  return {"route", strCat("add ", s.route), "", "routes", "none", toString(s.route)};
}
StepText of(const RemoveRoute& s) {
  return {"route", strCat("remove ", s.route), "", "routes", toString(s.route), "none"};
}
StepText of(const ReplaceRoute& s) {
  return {"route",
          strCat("replace ", s.before, " by ", s.after),
          "",
          "routes",
          toString(s.before),
          toString(s.after)};
}
StepText of(const AddRule& s) {
  return {"rule", strCat("add ", s.rule), "", "route-rules", "none", toString(s.rule)};
}
StepText of(const RemoveRule& s) {
  return {"rule", strCat("remove ", s.rule), "", "route-rules", toString(s.rule), "none"};
}
StepText of(const SetResolver& s) {
  return {
      "dns",          strCat("set ", toText(s.after)), "", "dns-resolver.config", toText(s.before),
      toText(s.after)};
}
StepText of(const SetHostname& s) {
  const auto text = [](const Hostname& name) {
    return strCat(name.running, name.fixed.empty() ? "" : strCat(" (static ", name.fixed, ")"));
  };
  return {"host",
          strCat("set name ", text(s.before), " -> ", text(s.after)),
          "",
          "hostname",
          text(s.before),
          text(s.after)};
}

}  // namespace

StepText textOf(const Step& step) {
  return std::visit([](const auto& s) { return of(s); }, step);
}

}  // namespace pointsman::plan
