// SPDX-License-Identifier: Apache-2.0
#include "propose/choose_uplink.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/str_cat.h"
#include "propose/bridge_uplink.h"
#include "propose/default_routes.h"
#include "propose/obstacle.h"

namespace pointsman::propose {

namespace {

constexpr std::string_view kNameIt = "name the interface with --uplink";

bool holdsAddress(const ObservedState& host, const InterfaceName& name, const IpAddress& address) {
  const auto same = [&](const Address& one) { return one.prefix.address == address; };
  const auto link = host.config.links.find(name);
  if (link != host.config.links.end() &&
      std::ranges::any_of(link->second.ip(address.family()).addresses, same)) {
    return true;
  }
  const auto facts = host.facts.links.find(name);
  return facts != host.facts.links.end() &&
         std::ranges::any_of(facts->second.dynamicAddresses, same);
}

// One run through the rules; each either settles the choice or says why it did not.
class Chooser {
 public:
  Chooser(const ObservedState& host, const ProposeOptions& options)
      : host_(host), options_(options) {}

  Choice choose() && {
    if (const auto named = namedUplink()) {
      settle(named->value, strCat(named->source, " names ", named->value, "."), Asked::ByName);
    } else if (options_.bridge.text == kExtraBridge) {
      fail(strCat("no interface is named for ", kExtraBridge),
           strCat(kNameIt,
                  " or in /etc/ovnk/extra_bridge; it is never guessed, because the "
                  "default route belongs to the other bridge"));
    } else if (!chooseByNodeAddress() && !chooseByDefaultRoute()) {
      failWithoutCandidate();
    }
    return std::move(choice_);
  }

 private:
  enum class Asked : std::uint8_t { ByName, ByRule };

  [[nodiscard]] std::optional<Hint<InterfaceName>> namedUplink() const {
    if (options_.uplink) return Hint<InterfaceName>{*options_.uplink, "--uplink"};
    return options_.bridge.text == kExtraBridge ? options_.hints.extraBridge
                                                : options_.hints.defaultBridge;
  }

  // What another bridge of OVN-Kubernetes is for, and its local port. Whole names: eth1 does not
  // stand for eth10.
  [[nodiscard]] std::optional<std::string> reservedFor(const InterfaceName& name) const {
    const bool forExtra = options_.bridge.text == kExtraBridge;
    if (!forExtra && name.text == kExtraBridge) return strCat("it is ", kExtraBridge, " itself");
    const auto& other = forExtra ? options_.hints.defaultBridge : options_.hints.extraBridge;
    if (!other || other->value != name) return std::nullopt;
    return strCat(other->source, " keeps it for ", forExtra ? kNodeBridge : kExtraBridge);
  }

  [[nodiscard]] bool isInPlace(const InterfaceName& name) const {
    const BridgeName* holder = bridgeHolding(host_.config.ovs, name);
    return holder != nullptr && *holder == options_.bridge;
  }

  // Whether the search ends here, with a choice or with an error. Not when the interface is one
  // that a rule meets by accident.
  bool settle(const InterfaceName& name, std::string because, Asked asked) {
    if (const auto taken = reservedFor(name)) {
      if (asked == Asked::ByRule) {
        explain(strCat(because, " It is passed over: ", *taken, "."));
        return false;
      }
      fail(strCat(name, " cannot be the uplink of ", options_.bridge, ": ", *taken),
           "name another interface, or remove that hint");
      return true;
    }
    if (isInPlace(name)) {
      explain(std::move(because));
      takeWhatIsInPlace(name);
      return true;
    }
    if (const auto obstacle = findObstacle(host_, name, options_.bridge)) {
      return weigh(name, *obstacle, std::move(because), asked);
    }
    explain(std::move(because));
    choice_.uplink = name;
    return true;
  }

  bool weigh(const InterfaceName& name, const Obstacle& obstacle, std::string because,
             Asked asked) {
    if (asked == Asked::ByName && obstacle.weight == Weight::Unlikely) {
      explain(std::move(because));
      choice_.uplink = name;
      return true;
    }
    if (asked == Asked::ByName || obstacle.weight == Weight::Decisive) {
      explain(std::move(because));
      fail(strCat(name, " cannot be the uplink of ", options_.bridge, ": it ", obstacle.because),
           obstacle.hint.empty() ? std::string(kNameIt) : obstacle.hint);
      return true;
    }
    explain(strCat(because, " It is passed over: it ", obstacle.because, "."));
    return false;
  }

  // 'name' is the bridge's local port or one of its other ports.
  void takeWhatIsInPlace(const InterfaceName& name) {
    choice_.inPlace = true;
    choice_.uplink = findBridgeUplink(host_.config.ovs, options_.bridge);
    if (!choice_.uplink && name.text != options_.bridge.text) choice_.uplink = name;
    explain(choice_.uplink ? strCat(options_.bridge, " is in place with the uplink ",
                                    *choice_.uplink, ": the proposal describes what is there.")
                           : strCat(options_.bridge,
                                    " is in place, with no port or with several "
                                    "that could be its uplink: the proposal "
                                    "describes what is there."));
  }

  bool chooseByNodeAddress() {
    const auto& hint = options_.hints.nodeAddress;
    if (!hint) return false;
    bool held = false;
    for (const auto& [name, link] : host_.config.links) {
      if (!holdsAddress(host_, name, hint->value)) continue;
      held = true;
      if (settle(name,
                 strCat(name, " holds the node address ", hint->value, " of ", hint->source, "."),
                 Asked::ByRule)) {
        return true;
      }
    }
    if (!held) {
      explain(strCat("The node address ", hint->value, " of ", hint->source,
                     " is on no interface; the default route decides."));
    }
    return false;
  }

  bool chooseByDefaultRoute() {
    const std::vector<Route> routes = defaultRoutes(host_);
    std::set<InterfaceName> mentioned;
    for (const Route& route : routes) {
      if (!mentioned.insert(*route.device).second) continue;
      const bool settled = settle(
          *route.device, strCat("The best default route is ", describe(route), "."), Asked::ByRule);
      if (!settled) continue;
      if (choice_.uplink && !choice_.inPlace) {
        preferLastUplink(*route.device);
        mentioned.insert(*choice_.uplink);
        explainOthers(routes, route, std::move(mentioned));
      }
      return true;
    }
    return false;
  }

  // The choice of last time stands as long as it has a default route: a second NIC that comes up
  // first must not move the bridge.
  void preferLastUplink(const InterfaceName& byRoute) {
    const auto& hint = options_.hints.lastUplink;
    if (!hint || hint->value == byRoute || hint->value.text == options_.bridge.text) return;
    const InterfaceName& last = hint->value;
    if (const auto because = whyNotLastUplink(last)) {
      explain(strCat("The uplink of last time, ", last, " (", hint->source, "), is not kept: it ",
                     *because, "."));
      return;
    }
    explain(strCat(last, " was the uplink last time (", hint->source,
                   ") and has a default route too, so it is kept."));
    choice_.uplink = last;
  }

  [[nodiscard]] std::optional<std::string> whyNotLastUplink(const InterfaceName& last) const {
    if (const auto taken = reservedFor(last)) return strCat("is not free: ", *taken);
    if (const auto obstacle = findObstacle(host_, last, options_.bridge)) return obstacle->because;
    if (!hasDefaultRoute(host_, last)) return "has no default route";
    return std::nullopt;
  }

  void explainOthers(const std::vector<Route>& routes, const Route& best,
                     std::set<InterfaceName> mentioned) {
    for (const Route& route : routes) {
      if (!mentioned.insert(*route.device).second) continue;
      explain(strCat("Not ", *route.device, ": its default route (", describe(route), ") ",
                     whyWorse(route, best), "."));
    }
  }

  static std::string whyWorse(const Route& route, const Route& best) {
    if (route.metric > best.metric) return strCat("has the higher metric");
    if (route.destination.address.family() != best.destination.address.family()) {
      return "has the same metric, and IPv4 goes first";
    }
    if (route.weight.value_or(1) < best.weight.value_or(1)) {
      return "is the lighter next hop of a multipath route";
    }
    return "is equally good, and the names decide";
  }

  static std::string describe(const Route& route) {
    return route.destination.address.family() == IpFamily::V6 ? strCat("IPv6 ", route)
                                                              : toString(route);
  }

  void failWithoutCandidate() {
    const bool any = !defaultRoutes(host_).empty();
    fail(any ? strCat("no default route leads through an interface that can be the uplink of ",
                      options_.bridge)
             : strCat("no default route tells which interface is for ", options_.bridge),
         strCat(kNameIt,
                ", write it into /etc/ovnk/default_bridge, or wait until the host has its "
                "address and default route"));
  }

  void explain(std::string sentence) { choice_.explanation.push_back(std::move(sentence)); }
  void fail(std::string message, std::string hint) {
    choice_.diagnostics.push_back({.message = std::move(message), .hint = std::move(hint)});
  }

  const ObservedState& host_;
  const ProposeOptions& options_;
  Choice choice_;
};

}  // namespace

Choice chooseUplink(const ObservedState& host, const ProposeOptions& options) {
  return Chooser(host, options).choose();
}

}  // namespace pointsman::propose
