// SPDX-License-Identifier: Apache-2.0
// What FakeHost's kernel and ovs-vswitchd do with each step, having checked first that they can.
// Internal to the fake.
#pragma once

#include "base/result.h"
#include "model/observed_state.h"
#include "plan/step.h"

namespace pointsman::plan {

// fake_ovs.cpp
Result<> execute(ObservedState& host, const AddBridge& step);
Result<> execute(ObservedState& host, const RemoveBridge& step);
Result<> execute(ObservedState& host, const ChangeBridge& step);
Result<> execute(ObservedState& host, const AddPort& step);
Result<> execute(ObservedState& host, const RemovePort& step);
Result<> execute(ObservedState& host, const ChangePort& step);
Result<> execute(ObservedState& host, const AddPortMember& step);
Result<> execute(ObservedState& host, const RemovePortMember& step);
Result<> execute(ObservedState& host, const ChangeOvsInterface& step);
Result<> execute(ObservedState& host, const ChangeOvsKey& step);

// fake_links.cpp
Result<> execute(ObservedState& host, const CreateLink& step);
Result<> execute(ObservedState& host, const DeleteLink& step);
Result<> execute(ObservedState& host, const ChangeLinkKind& step);
Result<> execute(ObservedState& host, const SetLinkUp& step);
Result<> execute(ObservedState& host, const SetLinkMtu& step);
Result<> execute(ObservedState& host, const SetLinkMac& step);
Result<> execute(ObservedState& host, const SetLinkController& step);
Result<> execute(ObservedState& host, const SetAltNames& step);
Result<> execute(ObservedState& host, const SetAcceptAllMac& step);

// fake_ip.cpp
Result<> execute(ObservedState& host, const AddAddress& step);
Result<> execute(ObservedState& host, const RemoveAddress& step);
Result<> execute(ObservedState& host, const ChangeAddress& step);
Result<> execute(ObservedState& host, const SetIpMethod& step);
Result<> execute(ObservedState& host, const AddRoute& step);
Result<> execute(ObservedState& host, const RemoveRoute& step);
Result<> execute(ObservedState& host, const ReplaceRoute& step);
Result<> execute(ObservedState& host, const AddRule& step);
Result<> execute(ObservedState& host, const RemoveRule& step);
Result<> execute(ObservedState& host, const SetResolver& step);
Result<> execute(ObservedState& host, const SetHostname& step);

// The link of that name, or NotFound.
Result<LinkConfig*> findLink(ObservedState& host, const InterfaceName& name);
// The kernel deletes a link: everything on it and everything stacked on it goes too.
void loseLink(ObservedState& host, const InterfaceName& name);
// The kernel takes a link down: routes and IPv6 addresses go, and VLANs on it go down.
void loseUp(ObservedState& host, const InterfaceName& name);
void loseMtu(ObservedState& host, const InterfaceName& name, std::uint32_t mtu);
// Whether nothing was set on the link that deleting and making it again would lose.
Result<> checkBare(const ObservedState& host, const InterfaceName& name);
void loseRoutes(ObservedState& host, const InterfaceName& name);
void loseRoutes(ObservedState& host, const InterfaceName& name, IpFamily family);

}  // namespace pointsman::plan
