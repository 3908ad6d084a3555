// SPDX-License-Identifier: Apache-2.0
// The work of resolve(): a document, the host, and the target that grows out of the two. Each
// concern has a file; resolve.cpp says in which order they work. Internal to plan/.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/desired_state.h"
#include "model/host_config.h"
#include "model/names.h"
#include "model/observed_state.h"
#include "plan/findings.h"

namespace pointsman::plan {

// An entry of the document with its interface found. An entry that removes whatever has its name
// makes one subject for each.
struct Subject {
  std::size_t index = 0;
  const DesiredInterface* entry = nullptr;
  InterfaceName name = {};
  InterfaceType type = InterfaceType::Unknown;
  bool exists = false;  // on the host, and as what the document says it is

  [[nodiscard]] bool up() const { return entry->state == InterfaceState::Up; }
  [[nodiscard]] bool removed() const {
    return entry->state == InterfaceState::Absent || entry->state == InterfaceState::Down;
  }
  [[nodiscard]] std::string path(std::string_view key = {}) const {
    return interfacePath(index, key);
  }
};

struct Merge {
  const DesiredState& desired;  // alternative names and labels replaced by the names they mean
  const ObservedState& observed;
  HostConfig target;
  std::vector<Subject> subjects = {};
  std::set<InterfaceName> ignored = {};  // state: ignore
  // Links the document makes, whose properties it may leave open.
  std::set<InterfaceName> fresh = {};
  Findings findings = {};

  // The entry that speaks of the kernel device of that name (not of an OVS bridge), or null.
  [[nodiscard]] const Subject* findSubject(const InterfaceName& name) const;
  [[nodiscard]] const Subject* findBridgeSubject(const BridgeName& name) const;
  [[nodiscard]] LinkConfig* findLink(const InterfaceName& name);
  [[nodiscard]] const LinkConfig* findLink(const InterfaceName& name) const;
};

// Whether IP may not be on the link: it is a port of something other than a VRF.
[[nodiscard]] bool isPort(const HostConfig& config, const InterfaceName& name);

// resolve_names.cpp
DesiredState withCanonicalNames(DesiredState desired, const ObservedState& observed,
                                Findings& findings);
void identifySubjects(Merge& merge);
[[nodiscard]] std::string similarNames(const ObservedState& observed, const std::string& name);

// resolve_remove.cpp
void removeKernelSubjects(Merge& merge);
// After ports have moved: what a removed bridge still holds goes with it.
void removeOvsSubjects(Merge& merge);
// Takes a link that can be made away, and what depends on it.
void removeLink(Merge& merge, const InterfaceName& name);
void removeFromOvs(Merge& merge, const InterfaceName& name);
void stripIp(LinkConfig& link);

// resolve_links.cpp
void mergeKinds(Merge& merge);
void settleLinks(Merge& merge);

// resolve_controllers.cpp
void mergeControllers(Merge& merge);
void dropIpOfNewPorts(Merge& merge);

// resolve_bridges.cpp
void mergeBridges(Merge& merge);
// Adds a port for 'name' to the bridge, taking it from where it was.
void attachToBridge(Merge& merge, const BridgeName& bridge, const InterfaceName& name);
[[nodiscard]] OvsPortVlan resolveVlan(const DesiredPortVlan& wish);

// resolve_ovs.cpp
void mergeOvsInterfaces(Merge& merge);
void mergeRowMaps(Merge& merge);
void nameUplinks(Merge& merge);
void keepUplinkNumbers(Merge& merge);
void mergeOvsDb(Merge& merge);
void mergeBridgeMappings(Merge& merge);
void markOwned(StringMap& externalIds);

// resolve_properties.cpp
void mergeProperties(Merge& merge);

// resolve_ip.cpp
void mergeIp(Merge& merge);

// resolve_routes.cpp
void mergeRoutes(Merge& merge);
void mergeRules(Merge& merge);
void pruneRoutes(Merge& merge);
// Whether the kernel would take the route: its gateway is next door, its source is an address here.
[[nodiscard]] bool reachesGateway(const HostConfig& config, const HostFacts& facts,
                                  const Route& route);
[[nodiscard]] bool holdsSource(const HostConfig& config, const Route& route);
[[nodiscard]] Route routeFrom(const DesiredRoute& wish);  // requires a destination
[[nodiscard]] bool matches(const DesiredRoute& wish, const Route& route);
[[nodiscard]] bool matches(const DesiredRule& wish, const Rule& rule);

}  // namespace pointsman::plan
