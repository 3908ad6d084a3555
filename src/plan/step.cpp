// SPDX-License-Identifier: Apache-2.0
#include "plan/step.h"

#include <concepts>
#include <ranges>

#include "base/overloaded.h"

namespace pointsman::plan {

namespace {

template <typename T>
concept Change = requires(const T& step) {
  step.before;
  step.after;
};
template <typename T>
concept NamesLink = requires(const T& step) {
  { step.link } -> std::convertible_to<const InterfaceName&>;
};

}  // namespace

std::string_view toString(OvsColumn column) {
  return column == OvsColumn::ExternalIds ? "external_ids" : "other_config";
}

Step inverse(const Step& step) {
  return std::visit(Overloaded{
                        [](const AddBridge& s) -> Step {
                          return RemoveBridge{s.bridge, s.settings};
                        },
                        [](const RemoveBridge& s) -> Step {
                          return AddBridge{s.bridge, s.settings};
                        },
                        [](const AddPort& s) -> Step {
                          return RemovePort{s.bridge, s.port, s.config};
                        },
                        [](const RemovePort& s) -> Step {
                          return AddPort{s.bridge, s.port, s.config};
                        },
                        [](const AddPortMember& s) -> Step {
                          return RemovePortMember{s.bridge, s.port, s.interface, s.config};
                        },
                        [](const RemovePortMember& s) -> Step {
                          return AddPortMember{s.bridge, s.port, s.interface, s.config};
                        },
                        [](const CreateLink& s) -> Step {
                          return DeleteLink{s.link, s.birth};
                        },
                        [](const DeleteLink& s) -> Step {
                          return CreateLink{s.link, s.birth};
                        },
                        [](const AddAddress& s) -> Step {
                          return RemoveAddress{s.link, s.address};
                        },
                        [](const RemoveAddress& s) -> Step {
                          return AddAddress{s.link, s.address};
                        },
                        [](const AddRoute& s) -> Step { return RemoveRoute{s.route}; },
                        [](const RemoveRoute& s) -> Step { return AddRoute{s.route}; },
                        [](const AddRule& s) -> Step { return RemoveRule{s.rule}; },
                        [](const RemoveRule& s) -> Step { return AddRule{s.rule}; },
                        // Every other step is a change of one thing. A new kind that is not one
                        // does not compile until it has an inverse.
                        [](const Change auto& s) -> Step {
                          auto back = s;
                          std::swap(back.before, back.after);
                          return back;
                        },
                    },
                    step);
}

std::vector<Step> inverseOf(const std::vector<Step>& steps) {
  std::vector<Step> back;
  back.reserve(steps.size());
  for (const Step& step : steps | std::views::reverse) back.push_back(inverse(step));
  return back;
}

bool isOvsdb(const Step& step) {
  return std::visit(Overloaded{
                        [](const AddBridge&) { return true; },
                        [](const RemoveBridge&) { return true; },
                        [](const ChangeBridge&) { return true; },
                        [](const AddPort&) { return true; },
                        [](const RemovePort&) { return true; },
                        [](const ChangePort&) { return true; },
                        [](const AddPortMember&) { return true; },
                        [](const RemovePortMember&) { return true; },
                        [](const ChangeOvsInterface&) { return true; },
                        [](const ChangeOvsKey&) { return true; },
                        [](const auto&) { return false; },
                    },
                    step);
}

std::optional<InterfaceName> linkOf(const Step& step) {
  return std::visit(Overloaded{
                        [](const NamesLink auto& s) { return std::optional(s.link); },
                        [](const AddRoute& s) { return s.route.device; },
                        [](const RemoveRoute& s) { return s.route.device; },
                        [](const ReplaceRoute& s) { return s.after.device; },
                        [](const auto&) { return std::optional<InterfaceName>(); },
                    },
                    step);
}

IpConfig methodOf(const IpConfig& ip, IpFamily family) {
  IpConfig method = ip;
  method.addresses.clear();
  if (family == IpFamily::V4) method.enabled = method.dhcp;
  return method;
}

IpConfig freshIp(IpFamily family) { return {.enabled = family == IpFamily::V6}; }

std::optional<MacAddress> orderedMac(const OvsBridgeConfig& bridge, const BridgeName& bridgeName,
                                     const InterfaceName& name,
                                     const OvsInterfaceConfig& interface) {
  if (interface.type != kOvsInternal) return std::nullopt;
  if (name.text != bridgeName.text) return interface.mac;
  const auto found = bridge.otherConfig.find("hwaddr");
  if (found == bridge.otherConfig.end()) return std::nullopt;
  const auto mac = MacAddress::parse(found->second);
  return mac ? std::optional(*mac) : std::nullopt;
}

LinkConfig freshInternalLink(const OvsBridgeConfig& bridge, const BridgeName& bridgeName,
                             const InterfaceName& name, const OvsInterfaceConfig& interface) {
  return {.kind = OvsInternalLink{},
          .mac = orderedMac(bridge, bridgeName, name, interface),
          .mtu = interface.mtuRequest.value_or(1500),
          .ipv4 = freshIp(IpFamily::V4),
          .ipv6 = freshIp(IpFamily::V6)};
}

}  // namespace pointsman::plan
