// SPDX-License-Identifier: Apache-2.0
// Observed hosts as they are met in the field, made by hand: for tests of pictures and of anything
// else that reads an ObservedState, and for the pictures in the documentation. Not linked into the
// program.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "model/observed_state.h"

namespace pointsman::picture {

// One NIC with a DHCP address and the default route; no Open vSwitch.
[[nodiscard]] ObservedState sampleSingleNic();
// The same host as sampleSingleNic() after its address moved to a br-ex that pointsman made.
[[nodiscard]] ObservedState sampleSingleNicMoved();
// An OVN-Kubernetes node: br-ex over eth0, br-int with a patch pair, tunnels and pods.
[[nodiscard]] ObservedState sampleOvnNode();
// br-ex over an OVS bond of two NICs, internal ports in VLANs; two NICs unused.
[[nodiscard]] ObservedState sampleOvsBond();
// br-ex over a VLAN over a kernel bond; a linux bridge with taps, joined to OVS by a veth pair.
[[nodiscard]] ObservedState sampleKernelStack();
// What goes wrong: a missing NIC, a refused port, no carrier, too small an MTU, lost patch peers.
[[nodiscard]] ObservedState sampleFaulty();
// A hypervisor with this many ports of virtual machines on br-int, and a tunnel mesh.
[[nodiscard]] ObservedState sampleCrowded(std::size_t ports);
// A little of every kind of link, two uplinks, and groups of similar ones.
[[nodiscard]] ObservedState sampleMixed();
// Names and errors that try to break out of whatever they are written into.
[[nodiscard]] ObservedState sampleHostile();

struct Sample {
  std::string_view name = {};
  ObservedState state = {};
};
// All of the above.
[[nodiscard]] std::vector<Sample> allSamples();

}  // namespace pointsman::picture
