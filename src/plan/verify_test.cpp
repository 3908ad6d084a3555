// SPDX-License-Identifier: Apache-2.0
#include "plan/verify.h"

#include <gtest/gtest.h>

#include "base/str_cat.h"
#include "plan/resolve.h"
#include "plan/testing/builders.h"

namespace pointsman::plan {
namespace {

// What verify() says about a host on which bridgeDocument() was applied, after 'spoil'.
template <typename Spoil>
std::string verdict(Spoil spoil, DesiredState document = bridgeDocument()) {
  ObservedState host = bridgedHost();
  const HostConfig target = resolve(document, host).target;
  host.config = target;
  spoil(host);
  std::string text;
  for (const Mismatch& mismatch : verify(document, host, target)) strAppend(text, mismatch, "\n");
  return text;
}

TEST(Verify, FindsNothingWrongWithAHostAsAsked) {
  EXPECT_EQ(verdict([](ObservedState&) {}), "");
}

TEST(Verify, NamesWhereTheDocumentAsksForWhatIsMissing) {
  EXPECT_EQ(verdict([](ObservedState& host) { link(host, "br-ex").up = false; }),
            "interfaces[2].state: wanted up, host has down\n");
}

TEST(Verify, TakesAnErrorOfTheInterfaceForAFailure) {
  EXPECT_EQ(verdict([](ObservedState& host) {
              auto& facts = host.facts.ovs.interfaces[InterfaceName("eth0")];
              facts.error = "could not open network device eth0 (No such device)";
              facts.ofport = -1;
            }),
            "interfaces[0].error: wanted none, host has could not open network device eth0 (No "
            "such device)\n");
}

TEST(Verify, WaitsForAnOpenflowNumber) {
  EXPECT_EQ(verdict([](ObservedState& host) {
              host.facts.ovs.interfaces[InterfaceName("eth0")].ofport.reset();
            }),
            "interfaces[0].ofport: wanted a number, host has none yet\n");
}

TEST(Verify, ToleratesAddressesOfOthersUnlessToldNotTo) {
  const auto addMasquerade = [](ObservedState& host) {
    link(host, "br-ex").ipv4.addresses.push_back({.prefix = prefix("169.254.0.2/17")});
  };
  EXPECT_EQ(verdict(addMasquerade), "");
  DesiredState strict = bridgeDocument();
  strict.interfaces[2].ipv4->allowExtraAddress = false;
  EXPECT_EQ(verdict(addMasquerade, strict),
            "interfaces[2].ipv4.address: wanted none, host has 169.254.0.2/17\n");
}

TEST(Verify, MissesAnAddressThatIsNotThere) {
  EXPECT_EQ(verdict([](ObservedState& host) { link(host, "br-ex").ipv4.addresses.clear(); }),
            "interfaces[2].ipv4.address: wanted 192.0.2.10/24, host has none\n");
}

TEST(Verify, WaitsForTheAddressThatWasAskedFor) {
  DesiredState document = bridgeDocument();
  document.interfaces[2].ipv4 = dhcp();
  document.interfaces[2].waitIp = WaitIp::Ipv4;
  EXPECT_EQ(verdict([](ObservedState&) {}, document),
            "interfaces[2].wait-ip: wanted an address, host has none yet\n");
  EXPECT_EQ(verdict(
                [](ObservedState& host) {
                  host.facts.links[InterfaceName("br-ex")].dynamicAddresses = {
                      {.prefix = prefix("192.0.2.77/24"), .validSeconds = 60}};
                },
                document),
            "");
}

TEST(Verify, MissesAnInterfaceThatVanished) {
  EXPECT_NE(verdict([](ObservedState& host) {
              host.config.links.erase(InterfaceName("eth0"));
            }).find("interfaces[0]"),
            std::string::npos);
}

}  // namespace
}  // namespace pointsman::plan
