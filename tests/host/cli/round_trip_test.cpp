// SPDX-License-Identifier: Apache-2.0
// A host set up by hand in every way this kernel allows: what `show` prints of it must be a
// document that is understood, and that changes nothing.
#include <gmock/gmock.h>

#include "base/str_cat.h"
#include "program.h"

namespace pointsman::tests {
namespace {

using testing::HasSubstr;

class RoundTrip : public ProgramInSandbox {
 protected:
  RoundTrip() { options_.nics = 4; }

  void expectStable() {
    const auto shown = pointsman({"show"});
    ASSERT_TRUE(shown.status.success()) << shown.errors;
    const auto planned = pointsman({"plan", file("shown.yml", shown.output), "--exit-code"});
    EXPECT_EQ(planned.status.code, 0) << planned.output << planned.errors << "\n" << shown.output;
  }

  void vsctl(const std::string& words) {
    Argv argv{"ovs-vsctl"};
    std::string_view rest = words;
    while (!rest.empty()) {
      const auto end = rest.find(' ');
      if (end != 0) argv.emplace_back(rest.substr(0, end));
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    inside(argv);
  }
};

TEST_F(RoundTrip, OfBridgesWithEveryKindOfPort) {
  vsctl(
      "add-br br0 -- set bridge br0 datapath_type=netdev fail_mode=secure stp_enable=true "
      "other_config:hwaddr=02:00:00:00:00:77 external_ids:foreign=yes "
      "protocols=OpenFlow13,OpenFlow14");
  vsctl("add-br br1 -- set bridge br1 datapath_type=netdev mcast_snooping_enable=true");
  vsctl("set-controller br1 tcp:127.0.0.1:6653");
  vsctl("add-port br0 eth1 tag=5");
  vsctl(
      "add-port br0 acc -- set interface acc type=internal -- set port acc vlan_mode=access tag=7");
  vsctl(
      "add-port br0 trunk -- set interface trunk type=internal -- set port trunk vlan_mode=trunk "
      "trunks=10,11,12,100");
  vsctl(
      "add-port br0 nat -- set interface nat type=internal -- set port nat "
      "vlan_mode=native-untagged tag=3 trunks=4,5");
  vsctl(
      "add-port br0 natt -- set interface natt type=internal -- set port natt "
      "vlan_mode=native-tagged tag=3");
  vsctl(
      "add-bond br1 bond0 eth2 eth3 bond_mode=balance-slb lacp=off "
      "other_config:bond-miimon-interval=100 bond_updelay=5");
  vsctl(
      "add-port br0 p01 -- set interface p01 type=patch options:peer=p10 "
      "-- add-port br1 p10 -- set interface p10 type=patch options:peer=p01");
  vsctl(
      "add-port br1 vx0 -- set interface vx0 type=vxlan options:remote_ip=192.0.2.1 "
      "options:key=flow options:dst_port=4790");
  vsctl(
      "add-port br1 gnv0 -- set interface gnv0 type=geneve options:remote_ip=192.0.2.1 "
      "options:key=77 ofport_request=17");
  vsctl(
      "set Open_vSwitch . external_ids:ovn-bridge-mappings=physnet:br0 "
      "other_config:n-handler-threads=2");
  vsctl("set interface acc mtu_request=1400 external_ids:iface-id=x");
  expectStable();
  const auto shown = pointsman({"show", "nat"});
  EXPECT_THAT(shown.output, HasSubstr("ovs-interface"));
}

TEST_F(RoundTrip, OfKernelLinksAddressesRoutesAndRules) {
  inside({"ip", "link", "add", "lbr", "type", "bridge", "stp_state", "1"});
  inside({"ip", "link", "add", "ve0", "type", "veth", "peer", "name", "ve1"});
  inside({"ip", "link", "set", "ve1", "master", "lbr"});
  inside({"ip", "link", "add", "vx1", "type", "vxlan", "id", "42", "dev", "eth0", "remote",
          "192.0.2.1", "dstport", "4789"});
  inside({"ip", "link", "add", "link", "eth1", "name", "mv0", "type", "macvlan", "mode", "bridge"});
  inside({"ip", "link", "set", "lbr", "up"});
  inside({"ip", "link", "set", "ve0", "up", "mtu", "1400"});
  inside({"ip", "address", "add", "203.0.113.1/24", "dev", "ve0"});
  inside({"ip", "address", "add", "203.0.113.2/24", "dev", "ve0"});
  inside({"ip", "address", "add", "2001:db8:7::1/64", "dev", "ve0", "nodad"});
  inside({"ip", "route", "add", "198.18.0.0/16", "via", "192.0.2.1", "dev", "eth0", "metric", "77",
          "table", "100"});
  inside({"ip", "route", "add", "blackhole", "198.19.0.0/16"});
  inside({"ip", "-6", "route", "add", "2001:db8:8::/48", "via", "2001:db8:7::2", "dev", "ve0"});
  inside({"ip", "rule", "add", "from", "192.0.2.0/24", "lookup", "100", "priority", "30500"});
  inside({"ip", "rule", "add", "fwmark", "0x10/0xff", "lookup", "100", "priority", "30501"});
  inside({"ip", "link", "property", "add", "dev", "eth1", "altname", "uplink-one"});
  expectStable();
}

TEST_F(RoundTrip, OfOpenVSwitchOverAHostThatHasManyPorts) {
  Argv argv{"ovs-vsctl", "add-br", "big", "--", "set", "bridge", "big", "datapath_type=netdev"};
  for (int port = 0; port < 200; ++port) {
    const std::string name = strCat("p", port);
    for (const auto& word : Argv{"--", "add-port", "big", name, strCat("tag=", port % 50 + 1), "--",
                                 "set", "interface", name, "type=internal"}) {
      argv.push_back(word);
    }
  }
  inside(argv);
  expectStable();
}

}  // namespace
}  // namespace pointsman::tests
