// SPDX-License-Identifier: Apache-2.0
// state: absent and down.
#include <algorithm>

#include "base/str_cat.h"
#include "plan/fate.h"
#include "plan/merge.h"
#include "plan/ovs_lookup.h"
#include "plan/step_writer.h"

namespace pointsman::plan {

namespace {

// Everything that stands on a link, or is made with it, goes with it.
void removeDependents(Merge& merge, const InterfaceName& name) {
  std::vector<InterfaceName> children;
  for (auto& [other, link] : merge.target.links) {
    if (baseOf(link.kind) == name) children.push_back(other);
    if (link.controller != name) continue;
    link.controller.reset();
    link.bridgePort.reset();
    link.bondPort.reset();
  }
  for (const InterfaceName& child : children) {
    const Subject* subject = merge.findSubject(child);
    if (subject != nullptr && subject->up()) {
      merge.findings.error(subject->path("name"),
                           strCat("interface ", child, " stands on ", name, ", which is removed"),
                           strCat("keep ", name, ", remove ", child,
                                  " too, or give it another "
                                  "base-iface"));
    }
    removeLink(merge, child);
  }
}

// Every bridge has the port that bears its name, so it can lose its settings only.
void clearLocalPort(Merge& merge, const InterfaceName& name) {
  LinkConfig* link = merge.findLink(name);
  if (link == nullptr) return;
  stripIp(*link);
  link->up = false;
}

void removeOvsInterface(Merge& merge, const Subject& subject) {
  const auto place = findPlace(merge.target.ovs, subject.name);
  if (!place) return;
  if (place->isLocal()) {
    clearLocalPort(merge, subject.name);
    return;
  }
  removeFromOvs(merge, subject.name);
}

void removeBridge(Merge& merge, const BridgeName& name) {
  const auto found = merge.target.ovs.bridges.find(name);
  if (found == merge.target.ovs.bridges.end()) return;
  std::vector<InterfaceName> internal;
  for (const auto& [portName, port] : found->second.ports) {
    for (const auto& [member, interface] : port.interfaces) {
      if (interface.type == kOvsInternal) internal.push_back(member);
    }
  }
  merge.target.ovs.bridges.erase(found);
  for (const InterfaceName& member : internal) {
    removeDependents(merge, member);
    merge.target.links.erase(member);
  }
}

// The kernel forgets IPv6 addresses and routes of a link that goes down, and IPv4 ones are of no
// use there; whether IPv6 is allowed on it when it comes up again is another matter.
void dropAddresses(LinkConfig& link) {
  for (const IpFamily family : {IpFamily::V4, IpFamily::V6}) {
    IpConfig& ip = link.ip(family);
    ip = {.enabled = family == IpFamily::V6 && ip.enabled,
          .addrGenMode = ip.addrGenMode,
          .token = ip.token,
          .forwarding = ip.forwarding};
  }
}

// Hardware stays; it loses what was configured.
void clearHardware(Merge& merge, const Subject& subject) {
  LinkConfig* link = merge.findLink(subject.name);
  if (link == nullptr) return;
  if (typeOf(link->kind) == InterfaceType::Loopback) return;
  if (subject.entry->state == InterfaceState::Down) {
    link->up = false;
    dropAddresses(*link);
    return;
  }
  stripIp(*link);
  link->controller.reset();
  link->bridgePort.reset();
  link->bondPort.reset();
  removeFromOvs(merge, subject.name);
}

}  // namespace

void stripIp(LinkConfig& link) {
  for (const IpFamily family : {IpFamily::V4, IpFamily::V6}) {
    const auto forwarding = link.ip(family).forwarding;
    link.ip(family) = {.forwarding = forwarding};
  }
}

void removeFromOvs(Merge& merge, const InterfaceName& name) {
  const auto place = findPlace(merge.target.ovs, name);
  if (!place) return;
  const BridgeName bridgeName = *place->bridgeName;
  const PortName portName = *place->portName;
  const bool internal = place->interface->type == kOvsInternal;
  auto& ports = merge.target.ovs.bridges.at(bridgeName).ports;
  ports.at(portName).interfaces.erase(name);
  if (ports.at(portName).interfaces.empty()) ports.erase(portName);
  if (!internal) return;
  removeDependents(merge, name);
  merge.target.links.erase(name);
}

void removeLink(Merge& merge, const InterfaceName& name) {
  const LinkConfig* link = merge.findLink(name);
  if (link == nullptr) return;
  const auto peer = vethPeer(link->kind);
  removeFromOvs(merge, name);
  removeDependents(merge, name);
  merge.target.links.erase(name);
  if (peer && merge.target.links.contains(*peer)) removeLink(merge, *peer);
}

void removeKernelSubjects(Merge& merge) {
  for (const Subject& subject : merge.subjects) {
    const bool ofOvs =
        subject.type == InterfaceType::OvsBridge || subject.type == InterfaceType::OvsInterface;
    if (!subject.removed() || ofOvs) continue;
    const LinkConfig* link = merge.findLink(subject.name);
    if (link != nullptr && canMake(link->kind)) {
      removeLink(merge, subject.name);
    } else {
      clearHardware(merge, subject);
    }
  }
}

void removeOvsSubjects(Merge& merge) {
  for (const Subject& subject : merge.subjects) {
    if (!subject.removed()) continue;
    if (subject.type == InterfaceType::OvsBridge) {
      removeBridge(merge, BridgeName(subject.name.text));
    } else if (subject.type == InterfaceType::OvsInterface) {
      removeOvsInterface(merge, subject);
    }
  }
}

}  // namespace pointsman::plan
