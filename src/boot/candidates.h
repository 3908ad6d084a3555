// SPDX-License-Identifier: Apache-2.0
// Under which names the document of a host may lie. One image, or one MachineConfig, can carry the
// documents of a whole fleet: each host finds its own by name or by the MAC address of a NIC, and
// takes the common one otherwise.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/mac_address.h"
#include "model/observed_state.h"

namespace pointsman::boot {

struct HostIdentity {
  std::string hostname = {};  // as the kernel has it, with a domain or without
  std::vector<MacAddress> macs = {};
  bool operator==(const HostIdentity&) const = default;
};

// MAC addresses are the burnt-in ones where those are known: they stay when a bond or a bridge sets
// others.
[[nodiscard]] HostIdentity findIdentity(const ObservedState& host);

// "node1" of "node1.example.com".
[[nodiscard]] std::string_view shortName(std::string_view hostname);

enum class CandidateKind : std::uint8_t {
  ShortName,  // node1.yml
  FullName,   // node1.example.com.yml
  Mac,        // 52-54-00-12-34-56.yml
  Common,     // cluster.yml
};

struct Candidate {
  std::filesystem::path file = {};
  CandidateKind kind = CandidateKind::Common;
  // Ends in .yaml, which nmstate and OpenShift do not look at.
  bool unusualEnding = false;
  bool operator==(const Candidate&) const = default;
};

// In the order in which they are looked for. What is meant for fewer hosts goes first, wherever it
// lies; among equals the order of 'directories' decides, and .yml goes before .yaml. A host name
// that cannot be a file name is left out.
[[nodiscard]] std::vector<Candidate> findCandidates(
    const std::vector<std::filesystem::path>& directories, const HostIdentity& host);

// Why this candidate is the host's: "it bears the host's name, node1".
std::string explain(const Candidate& candidate);

}  // namespace pointsman::boot
