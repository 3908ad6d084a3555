// SPDX-License-Identifier: Apache-2.0
// What the steps of plan/ consist of; see fields_model.h.
#pragma once

#include "journal/fields_model.h"
#include "plan/step.h"

namespace pointsman::journal {

template <>
inline constexpr std::array kValues<plan::OvsColumn> = {plan::OvsColumn::ExternalIds,
                                                        plan::OvsColumn::OtherConfig};

// ---- OVSDB.

template <>
inline constexpr std::string_view kWord<plan::AddBridge> = "add-bridge";
template <typename V, Is<plan::AddBridge> S>
void fields(V& visit, S& s) {
  visit("bridge", s.bridge);
  visit("settings", s.settings);
}
template <>
inline constexpr std::string_view kWord<plan::RemoveBridge> = "remove-bridge";
template <typename V, Is<plan::RemoveBridge> S>
void fields(V& visit, S& s) {
  visit("bridge", s.bridge);
  visit("settings", s.settings);
}
template <>
inline constexpr std::string_view kWord<plan::ChangeBridge> = "change-bridge";
template <typename V, Is<plan::ChangeBridge> S>
void fields(V& visit, S& s) {
  visit("bridge", s.bridge);
  visit("before", s.before);
  visit("after", s.after);
}
template <>
inline constexpr std::string_view kWord<plan::AddPort> = "add-port";
template <typename V, Is<plan::AddPort> S>
void fields(V& visit, S& s) {
  visit("bridge", s.bridge);
  visit("port", s.port);
  visit("config", s.config);
}
template <>
inline constexpr std::string_view kWord<plan::RemovePort> = "remove-port";
template <typename V, Is<plan::RemovePort> S>
void fields(V& visit, S& s) {
  visit("bridge", s.bridge);
  visit("port", s.port);
  visit("config", s.config);
}
template <>
inline constexpr std::string_view kWord<plan::ChangePort> = "change-port";
template <typename V, Is<plan::ChangePort> S>
void fields(V& visit, S& s) {
  visit("bridge", s.bridge);
  visit("port", s.port);
  visit("before", s.before);
  visit("after", s.after);
}
template <>
inline constexpr std::string_view kWord<plan::AddPortMember> = "add-port-member";
template <typename V, Is<plan::AddPortMember> S>
void fields(V& visit, S& s) {
  visit("bridge", s.bridge);
  visit("port", s.port);
  visit("interface", s.interface);
  visit("config", s.config);
}
template <>
inline constexpr std::string_view kWord<plan::RemovePortMember> = "remove-port-member";
template <typename V, Is<plan::RemovePortMember> S>
void fields(V& visit, S& s) {
  visit("bridge", s.bridge);
  visit("port", s.port);
  visit("interface", s.interface);
  visit("config", s.config);
}
template <>
inline constexpr std::string_view kWord<plan::ChangeOvsInterface> = "change-ovs-interface";
template <typename V, Is<plan::ChangeOvsInterface> S>
void fields(V& visit, S& s) {
  visit("bridge", s.bridge);
  visit("port", s.port);
  visit("interface", s.interface);
  visit("before", s.before);
  visit("after", s.after);
}
template <>
inline constexpr std::string_view kWord<plan::ChangeOvsKey> = "change-ovs-key";
template <typename V, Is<plan::ChangeOvsKey> S>
void fields(V& visit, S& s) {
  visit("column", s.column);
  visit("key", s.key);
  visit("before", s.before);
  visit("after", s.after);
}

// ---- Links.

template <typename V, Is<plan::Birth> S>
void fields(V& visit, S& s) {
  visit("kind", s.kind);
  visit("mac", s.mac);
  visit("mtu", s.mtu);
  visit("peer-mac", s.peerMac);
  visit("peer-mtu", s.peerMtu);
}
template <>
inline constexpr std::string_view kWord<plan::CreateLink> = "create-link";
template <typename V, Is<plan::CreateLink> S>
void fields(V& visit, S& s) {
  visit("link", s.link);
  visit("birth", s.birth);
}
template <>
inline constexpr std::string_view kWord<plan::DeleteLink> = "delete-link";
template <typename V, Is<plan::DeleteLink> S>
void fields(V& visit, S& s) {
  visit("link", s.link);
  visit("birth", s.birth);
}

template <typename V, Is<plan::Membership> S>
void fields(V& visit, S& s) {
  visit("controller", s.controller);
  visit("bridge-port", s.bridgePort);
  visit("bond-port", s.bondPort);
}

// Most steps on a link are a change of one thing.
template <typename T>
concept LinkChange = requires(T& step) {
  step.link;
  step.before;
  step.after;
}
&&!requires(T & step) { step.family; };
template <typename V, LinkChange S>
void fields(V& visit, S& s) {
  visit("link", s.link);
  visit("before", s.before);
  visit("after", s.after);
}
template <>
inline constexpr std::string_view kWord<plan::ChangeLinkKind> = "change-link-kind";
template <>
inline constexpr std::string_view kWord<plan::SetLinkUp> = "set-link-up";
template <>
inline constexpr std::string_view kWord<plan::SetLinkMtu> = "set-link-mtu";
template <>
inline constexpr std::string_view kWord<plan::SetLinkMac> = "set-link-mac";
template <>
inline constexpr std::string_view kWord<plan::SetLinkController> = "set-link-controller";
template <>
inline constexpr std::string_view kWord<plan::SetAltNames> = "set-alt-names";
template <>
inline constexpr std::string_view kWord<plan::SetAcceptAllMac> = "set-accept-all-mac";
template <>
inline constexpr std::string_view kWord<plan::ChangeAddress> = "change-address";

// ---- Layer 3.

template <>
inline constexpr std::string_view kWord<plan::AddAddress> = "add-address";
template <typename V, Is<plan::AddAddress> S>
void fields(V& visit, S& s) {
  visit("link", s.link);
  visit("address", s.address);
}
template <>
inline constexpr std::string_view kWord<plan::RemoveAddress> = "remove-address";
template <typename V, Is<plan::RemoveAddress> S>
void fields(V& visit, S& s) {
  visit("link", s.link);
  visit("address", s.address);
}
template <>
inline constexpr std::string_view kWord<plan::SetIpMethod> = "set-ip-method";
template <typename V, Is<plan::SetIpMethod> S>
void fields(V& visit, S& s) {
  visit("link", s.link);
  visit("family", s.family);
  visit("before", s.before);
  visit("after", s.after);
}
template <>
inline constexpr std::string_view kWord<plan::AddRoute> = "add-route";
template <typename V, Is<plan::AddRoute> S>
void fields(V& visit, S& s) {
  visit("route", s.route);
}
template <>
inline constexpr std::string_view kWord<plan::RemoveRoute> = "remove-route";
template <typename V, Is<plan::RemoveRoute> S>
void fields(V& visit, S& s) {
  visit("route", s.route);
}
template <>
inline constexpr std::string_view kWord<plan::ReplaceRoute> = "replace-route";
template <typename V, Is<plan::ReplaceRoute> S>
void fields(V& visit, S& s) {
  visit("before", s.before);
  visit("after", s.after);
}
template <>
inline constexpr std::string_view kWord<plan::AddRule> = "add-rule";
template <typename V, Is<plan::AddRule> S>
void fields(V& visit, S& s) {
  visit("rule", s.rule);
}
template <>
inline constexpr std::string_view kWord<plan::RemoveRule> = "remove-rule";
template <typename V, Is<plan::RemoveRule> S>
void fields(V& visit, S& s) {
  visit("rule", s.rule);
}
template <>
inline constexpr std::string_view kWord<plan::SetResolver> = "set-resolver";
template <typename V, Is<plan::SetResolver> S>
void fields(V& visit, S& s) {
  visit("before", s.before);
  visit("after", s.after);
}
template <typename V, Is<plan::Hostname> S>
void fields(V& visit, S& s) {
  visit("running", s.running);
  visit("fixed", s.fixed);
}
template <>
inline constexpr std::string_view kWord<plan::SetHostname> = "set-hostname";
template <typename V, Is<plan::SetHostname> S>
void fields(V& visit, S& s) {
  visit("before", s.before);
  visit("after", s.after);
}

}  // namespace pointsman::journal
