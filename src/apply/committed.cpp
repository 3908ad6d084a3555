// SPDX-License-Identifier: Apache-2.0
#include "apply/committed.h"

#include <set>
#include <utility>

#include "base/overloaded.h"
#include "plan/plan.h"
#include "plan/print.h"

namespace pointsman::apply {

namespace {

struct Touched {
  std::set<InterfaceName> links = {};
  std::set<InterfaceName> macs = {};  // of those, whose MAC address was set
  std::set<Route> routes = {};
  std::set<Rule> rules = {};
  bool resolver = false;
};

void addMembers(std::set<InterfaceName>& links, const OvsPortConfig& port) {
  for (const auto& [name, interface] : port.interfaces) links.insert(name);
}

Touched touchedBy(const std::vector<plan::Step>& steps) {
  Touched touched;
  for (const plan::Step& step : steps) {
    if (const auto link = plan::linkOf(step)) touched.links.insert(*link);
    std::visit(Overloaded{
                   [&](const plan::AddPort& s) { addMembers(touched.links, s.config); },
                   [&](const plan::RemovePort& s) { addMembers(touched.links, s.config); },
                   [&](const plan::AddPortMember& s) { touched.links.insert(s.interface); },
                   [&](const plan::RemovePortMember& s) { touched.links.insert(s.interface); },
                   [&](const plan::SetLinkMac& s) { touched.macs.insert(s.link); },
                   [&](const plan::AddRoute& s) { touched.routes.insert(s.route); },
                   [&](const plan::RemoveRoute& s) { touched.routes.insert(s.route); },
                   [&](const plan::ReplaceRoute& s) {
                     touched.routes.insert(s.before);
                     touched.routes.insert(s.after);
                   },
                   [&](const plan::AddRule& s) { touched.rules.insert(s.rule); },
                   [&](const plan::RemoveRule& s) { touched.rules.insert(s.rule); },
                   [&](const plan::SetResolver&) { touched.resolver = true; },
                   [](const auto&) {},
               },
               step);
  }
  return touched;
}

template <typename T>
void record(std::set<T>& kept, const std::set<T>& touched, const std::set<T>& target) {
  for (const T& value : touched) {
    if (target.contains(value)) {
      kept.insert(value);
    } else {
      kept.erase(value);
    }
  }
}

bool isHardware(const LinkKind& kind) {
  return std::holds_alternative<PhysicalLink>(kind) || std::holds_alternative<LoopbackLink>(kind);
}

// Whether netlink can bring such a link back.
bool canBeMade(const LinkKind& kind) {
  return isVirtualType(typeOf(kind)) && !std::holds_alternative<OvsInternalLink>(kind) &&
         !std::holds_alternative<TunLink>(kind) && !std::holds_alternative<OtherLink>(kind);
}

// A link of 'target' that stands on one which is not there cannot be made.
void dropUnsupported(HostConfig& target, const HostConfig& present) {
  for (bool dropped = true; dropped;) {
    dropped =
        std::erase_if(target.links, [&](const auto& entry) {
          const auto base = baseOf(entry.second.kind);
          return base && !target.links.contains(*base) && !present.links.contains(entry.first);
        }) > 0;
  }
  for (auto& [name, link] : target.links) {
    if (!link.controller || target.links.contains(*link.controller)) continue;
    link.controller.reset();
    link.bridgePort.reset();
    link.bondPort.reset();
  }
}

}  // namespace

journal::CommittedState commitOver(const std::optional<journal::CommittedState>& previous,
                                   const journal::Header& header,
                                   const std::vector<plan::Step>& steps, const HostConfig& target) {
  journal::CommittedState state = previous.value_or(journal::CommittedState{});
  state.change = header.change;
  state.document = header.document;
  state.documentHash = header.documentHash;
  state.changedAt = header.startedAt;
  const Touched touched = touchedBy(steps);
  for (const InterfaceName& name : touched.links) {
    const auto wanted = target.links.find(name);
    if (wanted == target.links.end()) {
      state.links.erase(name);
      std::erase_if(state.routes, [&](const Route& route) { return route.device == name; });
      continue;
    }
    const auto known = state.links.find(name);
    const bool macIsOurs =
        touched.macs.contains(name) || (known != state.links.end() && known->second.mac);
    LinkConfig link = wanted->second;
    if (isHardware(link.kind) && !macIsOurs) link.mac.reset();
    state.links.insert_or_assign(name, std::move(link));
  }
  record(state.routes, touched.routes, target.routes);
  record(state.rules, touched.rules, target.rules);
  if (touched.resolver) state.resolver = target.resolver;
  return state;
}

plan::Resolution RestoreGoal::resolve(const ObservedState& observed) const {
  plan::Resolution resolution{.target = observed.config};
  HostConfig& target = resolution.target;
  for (const auto& [name, link] : committed_.links) {
    const auto present = observed.config.links.find(name);
    if (present == observed.config.links.end()) {
      if (canBeMade(link.kind)) target.links.emplace(name, link);
      continue;
    }
    LinkConfig wanted = link;
    if (!wanted.mac) wanted.mac = present->second.mac;
    // Another thing has the name now; it is not what was committed.
    if (wanted.kind.index() == present->second.kind.index()) target.links[name] = wanted;
  }
  dropUnsupported(target, observed.config);
  for (const Route& route : committed_.routes) {
    if (!route.device || target.links.contains(*route.device)) target.routes.insert(route);
  }
  target.rules.insert(committed_.rules.begin(), committed_.rules.end());
  if (committed_.resolver) target.resolver = *committed_.resolver;
  return resolution;
}

std::vector<plan::Mismatch> RestoreGoal::verify(const ObservedState& now,
                                                const HostConfig& target) const {
  std::vector<plan::Mismatch> mismatches;
  for (const plan::Step& step : plan::planSteps(now.config, target, now.facts)) {
    mismatches.push_back({.path = plan::describe(step), .wanted = "done", .found = "not done"});
  }
  return mismatches;
}

}  // namespace pointsman::apply
