// SPDX-License-Identifier: Apache-2.0
#include "host/port_executor.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "base/str_cat.h"
#include "host/bridge_filter.h"

namespace pointsman::host {

namespace {

const std::string* findOption(const netlink::Link& bridge, std::string_view name) {
  const auto* const details = std::get_if<netlink::BridgeDetails>(&bridge.details);
  if (details == nullptr) return nullptr;
  const auto found = details->options.find(name);
  return found == details->options.end() ? nullptr : &found->second;
}

VlanId defaultVlanOf(const netlink::Link& bridge) {
  VlanId id = 1;
  if (const std::string* text = findOption(bridge, "vlan_default_pvid")) {
    std::from_chars(text->data(), text->data() + text->size(), id);
  }
  return id;
}

bool filters(const netlink::Link& bridge) {
  const std::string* const text = findOption(bridge, "vlan_filtering");
  return text != nullptr && *text != "0";
}

bool hasFilter(const plan::Membership& membership) {
  return membership.bridgePort && membership.bridgePort->vlan;
}

// What the kernel is to be told; unset options stay.
netlink::Options toOptions(const plan::Membership& wanted) {
  netlink::Options options;
  const auto put = [&](std::string_view name, const auto& value) {
    if (value) options.emplace(name, strCat(+*value));
  };
  if (wanted.bridgePort) {
    if (wanted.bridgePort->hairpin) {
      options.emplace("hairpin", *wanted.bridgePort->hairpin ? "1" : "0");
    }
    put("cost", wanted.bridgePort->pathCost);
    put("priority", wanted.bridgePort->priority);
  }
  if (wanted.bondPort) {
    put("prio", wanted.bondPort->priority);
    put("queue_id", wanted.bondPort->queueId);
  }
  return options;
}

const netlink::Link* find(const std::vector<netlink::Link>& links, const InterfaceName& name) {
  const auto found = std::ranges::find(links, name.text, &netlink::Link::name);
  return found == links.end() ? nullptr : &*found;
}

}  // namespace

Result<> PortExecutor::execute(const plan::SetLinkController& step) {
  auto changed = change(step);
  if (!changed) (void)change({step.link, step.after, step.before});
  return changed;
}

Result<> PortExecutor::change(const plan::SetLinkController& step) {
  const auto& [link, before, after] = std::tie(step.link, step.before, step.after);
  CHECK_OK(join(link, after.controller));
  CHECK_OK(setPortOptions(link, after));
  if (after.controller && (hasFilter(after) || hasFilter(before))) {
    CHECK_OK(setFilter(link, *after.controller,
                       after.bridgePort ? after.bridgePort->vlan : std::nullopt));
  }
  const bool leftFilter =
      hasFilter(before) && !(hasFilter(after) && before.controller == after.controller);
  if (leftFilter && before.controller) return stopFilteringIfUnused(*before.controller);
  return ok();
}

Result<> PortExecutor::join(const InterfaceName& link,
                            const std::optional<InterfaceName>& controller) {
  TRY(const auto links, netlink_->links());
  const netlink::Link* const now = find(links, link);
  if (now == nullptr) return Error{ErrorKind::NotFound, strCat("there is no link ", link)};
  const netlink::Link* const wanted = controller ? find(links, *controller) : nullptr;
  if (controller && wanted == nullptr) {
    return Error{ErrorKind::NotFound, strCat("there is no link ", *controller)};
  }
  const auto index = wanted == nullptr ? netlink::IfIndex{} : wanted->index;
  if (now->master.value_or(netlink::IfIndex{}) == index) return ok();
  CHECK_OK(netlink_->changeLink(link.text, {.master = index}));
  for (const netlink::Link& other : links) {
    if (other.index == index || other.index == now->master) CHECK_OK(keepMtu(other));
  }
  return ok();
}

Result<> PortExecutor::keepMtu(const netlink::Link& controller) {
  TRY(const netlink::Link now, netlink_->link(controller.name));
  if (now.mtu == controller.mtu) return ok();
  return netlink_->changeLink(controller.name, {.mtu = controller.mtu});
}

Result<> PortExecutor::setPortOptions(const InterfaceName& link, const plan::Membership& wanted) {
  netlink::Options options = toOptions(wanted);
  if (options.empty()) return ok();
  TRY(const netlink::Link now, netlink_->link(link.text));
  std::erase_if(options, [&](const auto& option) {
    const auto found = now.portOptions.find(option.first);
    return found != now.portOptions.end() && found->second == option.second;
  });
  if (options.empty()) return ok();
  return netlink_->changePort(link.text, now.portKind, options);
}

Result<> PortExecutor::setFilter(const InterfaceName& link, const InterfaceName& bridgeName,
                                 const std::optional<BridgePortVlan>& vlan) {
  TRY(const auto links, netlink_->links());
  const netlink::Link* const bridge = find(links, bridgeName);
  const netlink::Link* const port = find(links, link);
  if (bridge == nullptr || port == nullptr) {
    return Error{ErrorKind::NotFound, strCat("link ", bridge == nullptr ? bridgeName : link)};
  }
  const auto change = diffFilters(port->bridgeVlans, toFilter(vlan, defaultVlanOf(*bridge)));
  // Additions first: a trunk is not cut off while it changes.
  for (const auto& entry : change.added) {
    CHECK_OK(netlink_->addBridgeVlan(link.text, netlink::FilterOf::Port, entry));
  }
  for (const auto& entry : change.removed) {
    CHECK_OK(netlink_->deleteBridgeVlan(link.text, netlink::FilterOf::Port, entry));
  }
  return vlan ? setFiltering(*bridge, Filtering::On) : ok();
}

Result<> PortExecutor::stopFilteringIfUnused(const InterfaceName& name) {
  TRY(const auto links, netlink_->links());
  const netlink::Link* const bridge = find(links, name);
  if (bridge == nullptr) return ok();
  const VlanId defaultVlan = defaultVlanOf(*bridge);
  const bool used = std::ranges::any_of(links, [&](const netlink::Link& port) {
    return port.master == bridge->index && !isDefaultFilter(port.bridgeVlans, defaultVlan);
  });
  return used ? ok() : setFiltering(*bridge, Filtering::Off);
}

Result<> PortExecutor::setFiltering(const netlink::Link& bridge, Filtering wanted) {
  const bool on = wanted == Filtering::On;
  if (filters(bridge) == on) return ok();
  return netlink_->changeDetails(bridge.name, "bridge",
                                 netlink::BridgeDetails{{{"vlan_filtering", on ? "1" : "0"}}});
}

}  // namespace pointsman::host
