// SPDX-License-Identifier: Apache-2.0
#include "plan/resolve.h"

#include <gtest/gtest.h>

#include "plan/plan.h"
#include "plan/print.h"
#include "plan/testing/builders.h"
#include "plan/testing/fake_host.h"

namespace pointsman::plan {
namespace {

// Applies 'document' and expects that a second time there is nothing left to do.
ObservedState applied(const DesiredState& document, const ObservedState& host) {
  const Resolution resolution = resolve(document, host);
  EXPECT_FALSE(hasErrors(resolution.diagnostics)) << listing(resolution.diagnostics);
  FakeHost fake(host);
  const auto steps = planSteps(host.config, resolution.target, host.facts);
  const auto done = fake.executeAll(steps);
  EXPECT_TRUE(done.has_value()) << done.error().message() << "\n" << listing(steps);
  const Resolution again = resolve(document, fake.state());
  EXPECT_FALSE(hasErrors(again.diagnostics)) << listing(again.diagnostics);
  const auto left = planSteps(fake.state().config, again.target, fake.state().facts);
  EXPECT_TRUE(left.empty()) << "a second apply would still\n" << listing(left);
  return fake.state();
}

TEST(ResolveBridge, MovesTheUplinksAddressAndRouteToTheBridge) {
  const ObservedState host = plainHost();
  const auto steps = planSteps(host.config, resolve(bridgeDocument(), host).target, host.facts);
  EXPECT_EQ(listing(steps),
            "ovsdb  add bridge br-ex (external_ids:bridge-uplink=eth0, "
            "external_ids:pointsman-owner=pointsman, other_config:hwaddr=52:54:00:00:00:00)\n"
            "ovsdb  add port br-ex to br-ex (internal)\n"
            "ovsdb  add port eth0 to br-ex (system)\n"
            "link   set br-ex up\n"
            "route  remove default via 192.0.2.1 dev eth0\n"
            "ip     set br-ex ipv6 on -> off\n"
            "ip     remove 192.0.2.10/24 from eth0\n"
            "ip     set eth0 ipv6 on -> off\n"
            "ip     add 192.0.2.10/24 to br-ex\n"
            "route  add default via 192.0.2.1 dev br-ex\n");
  applied(bridgeDocument(), host);
}

}  // namespace
}  // namespace pointsman::plan
