// SPDX-License-Identifier: Apache-2.0
#include "plan/verify.h"

#include <algorithm>
#include <set>

#include "base/overloaded.h"
#include "base/str_cat.h"
#include "plan/describe.h"
#include "plan/findings.h"
#include "plan/plan.h"
#include "plan/resolve.h"

namespace pointsman::plan {

namespace {

class Verifier {
 public:
  Verifier(const DesiredState& desired, const ObservedState& now, const HostConfig& target)
      : desired_(desired), now_(now), target_(target), resolution_(resolve(desired, now)) {}

  std::vector<Mismatch> run() {
    for (const Diagnostic& finding : resolution_.diagnostics) {
      if (finding.severity == Severity::Error) add(finding.path, "as asked", finding.message);
    }
    findUndone();
    for (const InterfaceName& name : interfacesInQuestion()) findBroken(name);
    for (const auto& [name, expectation] : resolution_.expectations) {
      findMissingAddresses(name);
      findUnmetExpectation(name, expectation);
    }
    return std::move(mismatches_);
  }

 private:
  void add(std::string path, std::string wanted, std::string found) {
    Mismatch mismatch{std::move(path), std::move(wanted), std::move(found)};
    if (std::ranges::find(mismatches_, mismatch) != mismatches_.end()) return;
    mismatches_.push_back(std::move(mismatch));
  }

  // Where the document speaks of it, or the object's own name.
  [[nodiscard]] std::string pathOf(const std::string& subject, const std::string& property) const {
    if (subject.empty()) return property;
    const bool ofBridge = property.starts_with("bridge");
    for (std::size_t index = 0; index < desired_.interfaces.size(); ++index) {
      const DesiredInterface& entry = desired_.interfaces[index];
      const bool isBridge = entry.type == InterfaceType::OvsBridge;
      if (entry.name == subject && isBridge == ofBridge) return interfacePath(index, property);
    }
    return property.empty() ? subject : strCat(subject, ".", property);
  }

  // What another apply would do is what this one did not achieve.
  void findUndone() {
    if (hasErrors(resolution_.diagnostics)) return;
    for (const Step& step : planSteps(now_.config, resolution_.target, now_.facts)) {
      if (isTolerated(step)) continue;
      const StepText text = textOf(step);
      add(pathOf(text.subject, text.property), text.after, text.before);
    }
  }

  [[nodiscard]] bool isTolerated(const Step& step) const {
    return std::visit(
        Overloaded{
            // Others add addresses to our links: OVN-Kubernetes its masquerade address.
            [&](const RemoveAddress& s) {
              const auto found = resolution_.expectations.find(s.link);
              if (found == resolution_.expectations.end()) return true;
              return s.address.prefix.address.family() == IpFamily::V4
                         ? !found->second.exactAddresses4
                         : !found->second.exactAddresses6;
            },
            // The kernel rounds and adjusts the options of a bond.
            [](const ChangeLinkKind& s) { return std::holds_alternative<BondLink>(s.after); },
            [](const auto&) { return false; },
        },
        step);
  }

  // Those that the document names, and the ports of the bridges it names.
  [[nodiscard]] std::set<InterfaceName> interfacesInQuestion() const {
    std::set<InterfaceName> names;
    for (const DesiredInterface& entry : desired_.interfaces) {
      if (entry.state != InterfaceState::Up) continue;
      names.insert(InterfaceName(entry.name));
      const auto* bridge = std::get_if<DesiredOvsBridge>(&entry.kind);
      if (bridge == nullptr || !bridge->ports) continue;
      for (const DesiredOvsPort& port : *bridge->ports) {
        if (!port.bond) names.insert(InterfaceName(port.name.text));
        if (!port.bond || !port.bond->members) continue;
        names.insert(port.bond->members->begin(), port.bond->members->end());
      }
    }
    return names;
  }

  // A row that is written is not yet a port that works.
  void findBroken(const InterfaceName& name) {
    const bool wantsLink = target_.links.contains(name);
    if (wantsLink && !now_.config.links.contains(name)) {
      add(pathOf(name.text, ""), "a device", "none");
    }
    const OvsInterfaceConfig* row = findInterface(target_.ovs, name);
    if (row == nullptr || findInterface(now_.config.ovs, name) == nullptr) return;
    const auto facts = now_.facts.ovs.interfaces.find(name);
    if (facts == now_.facts.ovs.interfaces.end() || !facts->second.ofport) {
      add(pathOf(name.text, "ofport"), "a number", "none yet");
      return;
    }
    if (lacksPeer(*row)) return;
    if (!facts->second.error.empty()) {
      add(pathOf(name.text, "error"), "none", facts->second.error);
    } else if (*facts->second.ofport < 0) {
      add(pathOf(name.text, "ofport"), "a number", "refused by OVS");
    }
  }

  // OVS reports an error on a patch port until somebody makes its peer. A rule has warned.
  [[nodiscard]] bool lacksPeer(const OvsInterfaceConfig& row) const {
    if (row.type != kOvsPatch) return false;
    const auto peer = row.options.find("peer");
    return peer != row.options.end() &&
           findInterface(now_.config.ovs, InterfaceName(peer->second)) == nullptr;
  }

  [[nodiscard]] std::vector<IpPrefix> addressesNow(const InterfaceName& name,
                                                   IpFamily family) const {
    std::vector<IpPrefix> found;
    if (const auto link = now_.config.links.find(name); link != now_.config.links.end()) {
      for (const Address& address : link->second.ip(family).addresses) {
        found.push_back(address.prefix);
      }
    }
    if (const auto facts = now_.facts.links.find(name); facts != now_.facts.links.end()) {
      for (const Address& address : facts->second.dynamicAddresses) {
        const IpAddress& ip = address.prefix.address;
        const bool madeByKernel = ip.family() == IpFamily::V6 && ip.isLinkLocal();
        if (ip.family() == family && !madeByKernel) found.push_back(address.prefix);
      }
    }
    return found;
  }

  // The target may hold addresses that the document does not name: a lease made permanent.
  void findMissingAddresses(const InterfaceName& name) {
    const auto link = target_.links.find(name);
    if (link == target_.links.end()) return;
    for (const IpFamily family : {IpFamily::V4, IpFamily::V6}) {
      const auto present = addressesNow(name, family);
      for (const Address& address : link->second.ip(family).addresses) {
        if (std::ranges::find(present, address.prefix) != present.end()) continue;
        add(pathOf(name.text, strCat(family, ".address")), toString(address.prefix), "none");
      }
    }
  }

  void findUnmetExpectation(const InterfaceName& name, const LinkExpectation& expectation) {
    const bool four = !addressesNow(name, IpFamily::V4).empty();
    const bool six = !addressesNow(name, IpFamily::V6).empty();
    const bool exact = (expectation.exactAddresses4 && hasUnwantedLease(name, IpFamily::V4)) ||
                       (expectation.exactAddresses6 && hasUnwantedLease(name, IpFamily::V6));
    if (exact) add(pathOf(name.text, "allow-extra-address"), "no further address", "a lease");
    if (!expectation.waitIp) return;
    const WaitIp wish = *expectation.waitIp;
    const bool met = (wish == WaitIp::Any && (four || six)) || (wish == WaitIp::Ipv4 && four) ||
                     (wish == WaitIp::Ipv6 && six) || (wish == WaitIp::Both && four && six);
    if (!met) add(pathOf(name.text, "wait-ip"), "an address", "none yet");
  }

  [[nodiscard]] bool hasUnwantedLease(const InterfaceName& name, IpFamily family) const {
    const auto link = target_.links.find(name);
    if (link == target_.links.end() || link->second.ip(family).automatic()) return false;
    const auto& wanted = link->second.ip(family).addresses;
    return std::ranges::any_of(addressesNow(name, family), [&](const IpPrefix& prefix) {
      return std::ranges::find(wanted, prefix, &Address::prefix) == wanted.end();
    });
  }

  const DesiredState& desired_;
  const ObservedState& now_;
  const HostConfig& target_;
  const Resolution resolution_;
  std::vector<Mismatch> mismatches_;
};

}  // namespace

std::string toString(const Mismatch& mismatch) {
  return strCat(mismatch.path, ": wanted ", mismatch.wanted, ", host has ", mismatch.found);
}

std::vector<Mismatch> verify(const DesiredState& desired, const ObservedState& now,
                             const HostConfig& target) {
  return Verifier(desired, now, target).run();
}

}  // namespace pointsman::plan
