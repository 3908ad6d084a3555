// SPDX-License-Identifier: Apache-2.0
// Open vSwitch: bridges, ports, interfaces, the Open_vSwitch row.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <set>

#include "base/str_cat.h"
#include "plan/check.h"
#include "plan/ovs_lookup.h"

namespace pointsman::plan {

namespace {

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

void checkAccess(Merge& merge, const std::string& path, const std::string& who,
                 const DesiredPortVlan& vlan) {
  if (vlan.enableNative.value_or(false)) {
    merge.findings.error(strCat(path, ".enable-native"),
                         strCat(who, ": enable-native makes no sense in access mode"),
                         "use mode: trunk, or remove enable-native");
  }
  if (vlan.trunks && !vlan.trunks->empty()) {
    merge.findings.error(strCat(path, ".trunk-tags"),
                         strCat(who, ": an access port has no trunk-tags, found ", *vlan.trunks),
                         "use mode: trunk, or remove trunk-tags");
  }
}

void checkTrunk(Merge& merge, const std::string& path, const std::string& who,
                const DesiredPortVlan& vlan) {
  const bool native = vlan.mode != VlanMode::Trunk || vlan.enableNative.value_or(false);
  if (native && !vlan.tag) {
    merge.findings.error(strCat(path, ".tag"), strCat(who, ": a native VLAN needs a tag"),
                         "add the tag of the native VLAN");
  }
  if (!native && vlan.tag.value_or(0) != 0) {
    merge.findings.error(strCat(path, ".tag"),
                         strCat(who, ": tag ", *vlan.tag, " on a trunk without native VLAN"),
                         "add enable-native: true, or use mode: access");
  }
}

void checkVlan(Merge& merge, const std::string& path, const std::string& who,
               const DesiredPortVlan& vlan) {
  if (vlan.tag && *vlan.tag > kHighestUsableVlan) {
    merge.findings.error(strCat(path, ".tag"), strCat(who, ": VLAN ", *vlan.tag, " is reserved"),
                         "use 1 to 4094");
  }
  if (vlan.trunks && vlan.trunks->contains(kHighestVlanField)) {
    merge.findings.error(strCat(path, ".trunk-tags"), strCat(who, ": VLAN 4095 is reserved"),
                         "use 1 to 4094");
  }
  const bool trunk = vlan.trunks && !vlan.trunks->empty();
  const VlanMode mode = vlan.mode.value_or(vlan.tag && !trunk ? VlanMode::Access : VlanMode::Trunk);
  if (mode == VlanMode::Access) {
    checkAccess(merge, path, who, vlan);
  } else {
    DesiredPortVlan effective = vlan;
    effective.mode = mode;
    checkTrunk(merge, path, who, effective);
  }
}

void checkBondPort(Merge& merge, const Subject& subject, const std::string& path,
                   const DesiredOvsPort& port) {
  const DesiredOvsBond& bond = *port.bond;
  const std::string who = strCat("bridge ", subject.name, ", bond ", port.name);
  constexpr std::array<std::string_view, 4> kModes = {"active-backup", "balance-slb", "balance-tcp",
                                                      "lacp"};
  if (bond.mode && !contains(kModes, *bond.mode)) {
    merge.findings.error(strCat(path, ".link-aggregation.mode"),
                         strCat(who, ": OVS knows no mode ", *bond.mode),
                         strCat("use one of ", strJoin(kModes, ", ")));
  }
  const auto bridge = merge.observed.config.ovs.bridges.find(BridgeName(subject.name.text));
  const bool known =
      bridge != merge.observed.config.ovs.bridges.end() && bridge->second.ports.contains(port.name);
  if (!known && (!bond.mode || !bond.members)) {
    merge.findings.error(strCat(path, ".link-aggregation", bond.mode ? ".port" : ".mode"),
                         strCat(who, " is new and has no ", bond.mode ? "ports" : "mode"),
                         strCat("add ", bond.mode ? "port" : "mode"));
  }
  if (bond.members && bond.members->size() < 2) {
    merge.findings.error(
        strCat(path, ".link-aggregation.port"),
        strCat(who, " has ", bond.members->size(), " port; OVS makes a bond of two or more"),
        "add a port, or list the interface without link-aggregation");
  }
  if (bond.members &&
      std::ranges::find(*bond.members, InterfaceName(port.name.text)) != bond.members->end()) {
    merge.findings.error(strCat(path, ".name"), strCat(who, " has the name of one of its ports"),
                         "give the bond a name of its own");
  }
}

// A name nobody knows makes an internal port, as with nmstate; a slip of the pen does too.
void checkPlainPort(Merge& merge, const Subject& subject, const std::string& path,
                    const DesiredOvsPort& port) {
  const InterfaceName name(port.name.text);
  const bool known = willExist(merge, name) || name == subject.name ||
                     merge.findSubject(name) != nullptr ||
                     findInterface(merge.observed.config.ovs, name) != nullptr;
  if (known) return;
  checkNewName(merge, strCat(path, ".name"), name.text);
  if (isReservedName(name.text)) {
    merge.findings.error(strCat(path, ".name"),
                         strCat("bridge ", subject.name, ": port ", name,
                                " belongs to OVN or Open vSwitch, which make it themselves"),
                         "choose another name");
    return;
  }
  merge.findings.warn(strCat(path, ".name"),
                      strCat("bridge ", subject.name, ": port ", name,
                             " is unknown, an internal port of that name is made",
                             similarNames(merge.observed, name.text)),
                      "add an entry of type ovs-interface to say that it is meant");
}

void checkBridgeOptions(Merge& merge, const Subject& subject, const DesiredOvsBridge& bridge) {
  constexpr std::array<std::string_view, 2> kFailModes = {"standalone", "secure"};
  constexpr std::array<std::string_view, 3> kDatapaths = {"", "system", "netdev"};
  const auto* failMode = wishedValue(bridge.failMode);
  if (failMode != nullptr && !contains(kFailModes, *failMode)) {
    merge.findings.error(subject.path("bridge.options.fail-mode"),
                         strCat("bridge ", subject.name, ": OVS knows no fail-mode ", *failMode),
                         "use standalone, secure or an empty string");
  }
  if (bridge.datapath && !contains(kDatapaths, *bridge.datapath)) {
    merge.findings.error(subject.path("bridge.options.datapath"),
                         strCat("bridge ", subject.name, ": unknown datapath ", *bridge.datapath),
                         "use system or netdev");
  }
  if (bridge.stp.value_or(false) && bridge.rstp.value_or(false)) {
    merge.findings.error(subject.path("bridge.options.rstp"),
                         strCat("bridge ", subject.name, ": stp and rstp exclude each other"),
                         "enable one of them");
  }
  const auto present = merge.observed.config.ovs.bridges.find(BridgeName(subject.name.text));
  if (present == merge.observed.config.ovs.bridges.end() || !bridge.datapath) return;
  OvsBridgeConfig wanted = present->second;
  wanted.datapathType = *bridge.datapath;
  if (sameDatapath(present->second, wanted)) return;
  merge.findings.warn(
      subject.path("bridge.options.datapath"),
      strCat("bridge ", subject.name, " changes its datapath from '", present->second.datapathType,
             "' to '", *bridge.datapath, "': its internal ports are made anew"),
      "expect an interruption");
}

bool isTunnel(const std::string& type) {
  constexpr std::array<std::string_view, 7> kTunnels = {"geneve", "vxlan", "gre",    "ip6gre",
                                                        "erspan", "stt",   "bareudp"};
  return contains(kTunnels, type);
}

void checkPatch(Merge& merge, const Subject& subject) {
  const DesiredInterface& entry = *subject.entry;
  const std::string who = strCat("patch port ", subject.name);
  if (entry.mtu) {
    merge.findings.error(subject.path("mtu"), strCat(who, " has no MTU"), "remove mtu");
  }
  if (entry.mac || entry.copyMacFrom) {
    merge.findings.error(subject.path(entry.mac ? "mac-address" : "copy-mac-from"),
                         strCat(who, " has no MAC address"), "remove it");
  }
  for (const IpFamily family : {IpFamily::V4, IpFamily::V6}) {
    if (!entry.ip(family) || !entry.ip(family)->enabled.value_or(false)) continue;
    merge.findings.error(subject.path(toString(family)), strCat(who, " cannot hold addresses"),
                         "put them on an internal port");
  }
  const auto& options = std::get<DesiredOvsInterface>(entry.kind).options;
  const bool peered = options && options->contains("peer") && !options->at("peer").empty();
  if (!subject.exists && !peered) {
    merge.findings.error(subject.path("patch.peer"), strCat(who, " has no peer"),
                         "name the patch port on the other bridge");
  }
  if (peered && options->at("peer") == subject.name.text) {
    merge.findings.error(subject.path("patch.peer"), strCat(who, " is its own peer"),
                         "name the patch port on the other bridge");
  }
}

void checkDpdk(Merge& merge, const Subject& subject, const StringMap& options) {
  for (const auto* key : {"n_rxq_desc", "n_txq_desc"}) {
    const auto found = options.find(key);
    if (found == options.end()) continue;
    unsigned value = 0;
    const char* end = found->second.data() + found->second.size();
    const auto parsed = std::from_chars(found->second.data(), end, value);
    const bool fine = parsed.ec == std::errc() && parsed.ptr == end &&
                      (value == 0 || (value <= 4096 && std::has_single_bit(value)));
    if (fine) continue;
    merge.findings.error(subject.path(strCat("dpdk.", key)),
                         strCat("dpdk port ", subject.name, ": ", key, " is ", found->second),
                         "use a power of two up to 4096, or 0");
  }
}

void checkType(Merge& merge, const Subject& subject, const DesiredOvsInterface& wish) {
  const std::string type = wish.type.value_or("");
  const StringMap options = wish.options.value_or(StringMap{});
  if (type == kOvsPatch) checkPatch(merge, subject);
  if (type.starts_with("dpdk")) checkDpdk(merge, subject, options);
  if (isTunnel(type) && !subject.exists && !options.contains("remote_ip")) {
    merge.findings.error(subject.path("type"),
                         strCat(type, " tunnel ", subject.name, " has no remote"),
                         "add the address of the other end, or 'flow'");
  }
}

}  // namespace

void checkBridges(Merge& merge) {
  for (const Subject& subject : merge.subjects) {
    const auto* bridge = std::get_if<DesiredOvsBridge>(&subject.entry->kind);
    if (!subject.up() || bridge == nullptr) continue;
    checkBridgeOptions(merge, subject, *bridge);
    if (!bridge->ports) continue;
    for (std::size_t index = 0; index < bridge->ports->size(); ++index) {
      const DesiredOvsPort& port = (*bridge->ports)[index];
      const std::string path = subject.path(strCat("bridge.port[", index, "]"));
      if (port.bond) {
        checkBondPort(merge, subject, path, port);
      } else {
        checkPlainPort(merge, subject, path, port);
      }
      if (const auto* vlan = wishedValue(port.vlan)) {
        checkVlan(merge, strCat(path, ".vlan"),
                  strCat("bridge ", subject.name, ", port ", port.name), *vlan);
      }
    }
  }
}

void checkOvsInterfaces(Merge& merge) {
  constexpr std::uint16_t kLargestOfport = 65279;  // ovs-vswitchd.conf.db(5), ofport_request
  for (const Subject& subject : merge.subjects) {
    if (!subject.up()) continue;
    const auto& ofport = subject.entry->ofportRequest;
    if (ofport && (*ofport == 0 || *ofport > kLargestOfport)) {
      merge.findings.error(subject.path("ofport-request"),
                           strCat("interface ", subject.name, ": OpenFlow port ", *ofport,
                                  " is not between 1 and ", kLargestOfport),
                           "choose a number in that range");
    }
    if (const auto* wish = std::get_if<DesiredOvsInterface>(&subject.entry->kind)) {
      checkType(merge, subject, *wish);
    }
  }
}

void checkOvsGlobals(Merge& merge) {
  const auto& ovsDb = merge.desired.ovsDb;
  if (ovsDb && ovsDb->externalIds) {
    for (const auto& [key, value] : ovsDb->externalIds->keys) {
      if (key == kBridgeMappingsKey) {
        merge.findings.error(strCat("ovs-db.external_ids.", key),
                             strCat("ovs-db: ", key, " is not set here"),
                             "use ovn.bridge-mappings");
      }
      if (key == "system-id" && !value) {
        merge.findings.warn("ovs-db.external_ids.system-id",
                            "ovs-db: without system-id OVN does not know this host",
                            "keep it unless the host leaves OVN");
      }
    }
  }
  std::set<std::string> localnets;
  for (std::size_t index = 0; index < merge.desired.bridgeMappings.size(); ++index) {
    const DesiredBridgeMapping& mapping = merge.desired.bridgeMappings[index];
    const std::string path = strCat("ovn.bridge-mappings[", index, "]");
    if (!localnets.insert(mapping.localnet).second) {
      merge.findings.error(strCat(path, ".localnet"),
                           strCat("localnet ", mapping.localnet, " is mapped twice"),
                           "keep one of the two");
    }
    if (mapping.localnet.empty() || mapping.localnet.find_first_of(",:") != std::string::npos) {
      merge.findings.error(strCat(path, ".localnet"),
                           strCat("'", mapping.localnet, "' is no name of a localnet"),
                           "leave out commas and colons");
    }
    if (!mapping.absent && !mapping.bridge) {
      merge.findings.error(strCat(path, ".bridge"),
                           strCat("localnet ", mapping.localnet, " is mapped to no bridge"),
                           "add bridge, or state: absent");
    }
  }
}

}  // namespace pointsman::plan
