// SPDX-License-Identifier: Apache-2.0
// Short hand for building an ObservedState in a test: each call adds one thing in its usual shape,
// and returns what was added for the rest.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

#include "model/observed_state.h"

namespace pointsman::picture {

class HostSketch {
 public:
  // A host with a running Open vSwitch and no bridges.
  explicit HostSketch(std::string_view hostname);

  // A link that is up and has carrier, with a MAC address made from its number.
  LinkConfig& link(std::string_view name, LinkKind kind);
  LinkFacts& factsOf(std::string_view name);
  void address(std::string_view link, std::string_view prefix);
  void lease(std::string_view link, std::string_view prefix);
  void defaultRoute(std::string_view link, std::string_view gateway, std::uint32_t metric);

  OvsBridgeConfig& bridge(std::string_view name);
  // A port with one interface of the same name, with the next free ofport of its bridge.
  OvsPortConfig& port(std::string_view bridge, std::string_view name, std::string_view type);
  // An internal port with its kernel link.
  OvsPortConfig& internalPort(std::string_view bridge, std::string_view name);
  OvsPortConfig& bond(std::string_view bridge, std::string_view name,
                      std::initializer_list<std::string_view> members);
  void patchPair(std::string_view bridge, std::string_view port, std::string_view otherBridge,
                 std::string_view otherPort);
  OvsInterfaceConfig& interfaceOf(std::string_view name);
  OvsInterfaceFacts& ovsFactsOf(std::string_view name);

  [[nodiscard]] const ObservedState& state() const { return state_; }
  ObservedState& state() { return state_; }

 private:
  void numberPort(std::string_view bridge, std::string_view name);

  ObservedState state_;
  std::uint8_t links_ = 0;
  std::map<std::string, std::int64_t> portsOf_;  // by bridge: the last ofport given
};

// The owner mark of pointsman.
[[nodiscard]] StringMap ourMark();

}  // namespace pointsman::picture
