// SPDX-License-Identifier: Apache-2.0
#include "plan/resolve.h"

#include <algorithm>

#include "plan/check.h"
#include "plan/merge.h"

namespace pointsman::plan {

namespace {

void mergeResolver(Merge& merge) {
  if (!merge.desired.resolver) return;
  const DesiredResolver& wish = *merge.desired.resolver;
  if (wish.servers) merge.target.resolver.servers = *wish.servers;
  if (wish.search) merge.target.resolver.search = *wish.search;
  if (wish.options) merge.target.resolver.options = *wish.options;
}

void mergeHostname(Merge& merge) {
  const DesiredHostname& wish = merge.desired.hostname;
  if (wish.running) merge.target.hostname = *wish.running;
  if (wish.config) merge.target.staticHostname = *wish.config;
}

LinkExpectation expectationOf(const DesiredInterface& entry, const LinkConfig& link) {
  return {.dhcp4 = link.ipv4.dhcp,
          .automatic6 = link.ipv6.automatic(),
          .waitIp = entry.waitIp,
          .exactAddresses4 = entry.ipv4 && entry.ipv4->allowExtraAddress == false,
          .exactAddresses6 = entry.ipv6 && entry.ipv6->allowExtraAddress == false};
}

bool mentionsOvs(const DesiredInterface& entry, const ObservedState& observed) {
  const bool ofOvs = entry.type == InterfaceType::OvsBridge ||
                     entry.type == InterfaceType::OvsInterface ||
                     std::holds_alternative<DesiredOvsBridge>(entry.kind) ||
                     std::holds_alternative<DesiredOvsInterface>(entry.kind);
  const auto* controller = wishedValue(entry.controller);
  const bool joinsBridge =
      controller != nullptr && observed.config.ovs.bridges.contains(BridgeName(*controller));
  return ofOvs || joinsBridge || entry.ovsMaps != DesiredRowMaps{} || entry.ofportRequest;
}

}  // namespace

const Subject* Merge::findSubject(const InterfaceName& name) const {
  const auto found = std::ranges::find_if(subjects, [&](const Subject& subject) {
    return subject.name == name && isKernelType(subject.type);
  });
  return found == subjects.end() ? nullptr : &*found;
}

const Subject* Merge::findBridgeSubject(const BridgeName& name) const {
  const auto found = std::ranges::find_if(subjects, [&](const Subject& subject) {
    return subject.name.text == name.text && subject.type == InterfaceType::OvsBridge;
  });
  return found == subjects.end() ? nullptr : &*found;
}

LinkConfig* Merge::findLink(const InterfaceName& name) {
  const auto found = target.links.find(name);
  return found == target.links.end() ? nullptr : &found->second;
}

const LinkConfig* Merge::findLink(const InterfaceName& name) const {
  const auto found = target.links.find(name);
  return found == target.links.end() ? nullptr : &found->second;
}

Resolution resolve(const DesiredState& desired, const ObservedState& observed) {
  Findings findings;
  const DesiredState canonical = withCanonicalNames(desired, observed, findings);
  Merge merge{.desired = canonical,
              .observed = observed,
              .target = observed.config,
              .findings = std::move(findings)};
  identifySubjects(merge);
  checkDocument(merge);

  // Who is there, then who stands where, then what is set on whom: a port list may name links that
  // the same document makes, and what a link may hold depends on what it is a port of.
  removeKernelSubjects(merge);
  mergeKinds(merge);
  mergeBridges(merge);
  mergeControllers(merge);
  removeOvsSubjects(merge);
  mergeOvsInterfaces(merge);
  mergeRowMaps(merge);
  mergeProperties(merge);
  mergeIp(merge);
  dropIpOfNewPorts(merge);
  settleLinks(merge);
  nameUplinks(merge);
  keepUplinkNumbers(merge);

  mergeRoutes(merge);
  pruneRoutes(merge);
  mergeRules(merge);
  mergeResolver(merge);
  mergeHostname(merge);
  mergeOvsDb(merge);
  mergeBridgeMappings(merge);

  checkTarget(merge);

  Resolution resolution;
  for (const Subject& subject : merge.subjects) {
    const LinkConfig* link = merge.findLink(subject.name);
    if (!subject.up() || !isKernelType(subject.type) || link == nullptr) continue;
    resolution.expectations.emplace(subject.name, expectationOf(*subject.entry, *link));
  }
  resolution.target = std::move(merge.target);
  resolution.diagnostics = std::move(merge.findings).take();
  return resolution;
}

bool needsOvs(const DesiredState& desired, const ObservedState& observed) {
  const bool byInterface =
      std::ranges::any_of(desired.interfaces, [&](const DesiredInterface& entry) {
        return entry.state != InterfaceState::Ignore && mentionsOvs(entry, observed);
      });
  // `ovs-db: {}` asks for nothing that is not already so when there is no OVS.
  const auto names = [](const std::optional<DesiredGlobalMap>& map) {
    return map && !map->keys.empty();
  };
  const bool byKeys =
      desired.ovsDb && (names(desired.ovsDb->externalIds) || names(desired.ovsDb->otherConfig));
  return byInterface || byKeys || !desired.bridgeMappings.empty();
}

}  // namespace pointsman::plan
