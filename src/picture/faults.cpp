// SPDX-License-Identifier: Apache-2.0
#include "picture/faults.h"

#include <variant>

#include "base/str_cat.h"

namespace pointsman::picture {
namespace {

// Patch ports work in pairs that name each other; OVS itself reports only some of what can be
// wrong with that.
std::string patchFault(const Survey& survey, const InterfaceName& name,
                       const OvsInterfaceConfig& config) {
  const auto peer = config.options.find("peer");
  if (peer == config.options.end()) return "patch port without a peer";
  const OvsPlace* other = survey.ovsPlace(InterfaceName(peer->second));
  if (other == nullptr) return strCat("patch peer ", peer->second, " does not exist");
  const auto back = other->config->options.find("peer");
  if (other->config->type != kOvsPatch || back == other->config->options.end() ||
      back->second != name.text) {
    return strCat("patch peer ", peer->second, " does not point back");
  }
  return {};
}

// A port of the userspace datapath may have no kernel link; only "system" promises one.
bool isMissing(const Survey& survey, const InterfaceName& name, const OvsInterfaceConfig& config) {
  return config.type == kOvsSystem && survey.link(name) == nullptr;
}

void addOvsFaults(const Survey& survey, const InterfaceName& name, const OvsPlace& place,
                  std::vector<std::string>& faults) {
  const OvsInterfaceFacts* facts = survey.ovsFacts(name);
  const bool refused = facts != nullptr && facts->ofport == -1;
  if (facts != nullptr && !facts->error.empty()) {
    faults.push_back(facts->error);
  } else if (isMissing(survey, name, *place.config)) {
    faults.emplace_back("no such device");
  } else if (refused) {
    faults.emplace_back("OVS could not add it (ofport -1)");
  }
  if (place.config->type == kOvsPatch) {
    if (auto fault = patchFault(survey, name, *place.config); !fault.empty()) {
      faults.push_back(std::move(fault));
    }
  }
  const bool judgedByKernel = survey.link(name) != nullptr;
  if (!judgedByKernel && !refused && facts != nullptr && facts->linkState == "down" &&
      place.config->type != kOvsInternal) {
    faults.emplace_back("link is down");
  }
}

// Whether somebody relies on the link being up. An unused NIC that is down is no fault, nor is the
// local port of a bridge that the host does not speak on.
bool isReliedOn(const Survey& survey, const InterfaceName& name, const LinkConfig& link) {
  if (survey.speaksIp(name) || !survey.stackedOn(name).empty()) return true;
  if (std::holds_alternative<OvsInternalLink>(link.kind)) return false;
  return link.controller.has_value() || survey.ovsPlace(name) != nullptr;
}

// Kinds whose missing carrier says something about the network rather than about a program or
// about an empty bridge.
bool carrierMatters(const LinkKind& kind) {
  return std::holds_alternative<PhysicalLink>(kind) || std::holds_alternative<VethLink>(kind) ||
         std::holds_alternative<BondLink>(kind) || std::holds_alternative<VlanLink>(kind);
}

void addLinkFaults(const Survey& survey, const InterfaceName& name, const LinkConfig& link,
                   std::vector<std::string>& faults) {
  if (const auto base = baseOf(link.kind); base && survey.link(*base) == nullptr) {
    // A base in another namespace is usual for what is moved into a container, save for VLANs.
    if (std::holds_alternative<VlanLink>(link.kind)) {
      faults.push_back(strCat("base ", *base, " is not there"));
    }
  }
  if (!isReliedOn(survey, name, link)) return;
  const LinkFacts* facts = survey.linkFacts(name);
  if (!link.up) {
    faults.emplace_back("link is set down");
  } else if (facts != nullptr && !facts->carrier && carrierMatters(link.kind)) {
    faults.emplace_back(facts->operState == "lowerlayerdown" ? "link below is down"
                                                             : "link is down: no carrier");
  }
}

bool isUplink(const Survey& survey, const InterfaceName& name, const OvsInterfaceConfig& config) {
  const LinkConfig* link = survey.link(name);
  return config.type == kOvsSystem && link != nullptr &&
         !std::holds_alternative<TunLink>(link->kind) && !config.externalIds.contains("iface-id");
}

// The largest MTU among the bridge's internal ports that the host speaks on.
std::pair<std::uint32_t, InterfaceName> largestInternalMtu(const Survey& survey,
                                                           const OvsBridgeConfig& bridge) {
  std::pair<std::uint32_t, InterfaceName> largest{};
  for (const auto& [portName, port] : bridge.ports) {
    for (const auto& [name, config] : port.interfaces) {
      if (config.type != kOvsInternal || !survey.speaksIp(name)) continue;
      if (survey.mtu(name) > largest.first) largest = {survey.mtu(name), name};
    }
  }
  return largest;
}

void addMtuFaults(const Survey& survey, Faults& faults) {
  for (const auto& [bridgeName, bridge] : survey.state().config.ovs.bridges) {
    const auto [needed, needer] = largestInternalMtu(survey, bridge);
    for (const auto& [portName, port] : bridge.ports) {
      for (const auto& [name, config] : port.interfaces) {
        if (!isUplink(survey, name, config) || survey.mtu(name) >= needed) continue;
        faults[name].push_back(
            strCat("MTU ", survey.mtu(name), " is below ", needed, " of ", needer));
      }
    }
  }
}

}  // namespace

Faults findFaults(const Survey& survey) {
  Faults faults;
  for (const auto& [name, link] : survey.state().config.links) {
    addLinkFaults(survey, name, link, faults[name]);
  }
  for (const auto& [name, place] : survey.ovsPlaces()) {
    addOvsFaults(survey, name, place, faults[name]);
  }
  addMtuFaults(survey, faults);
  std::erase_if(faults, [](const auto& entry) { return entry.second.empty(); });
  return faults;
}

}  // namespace pointsman::picture
