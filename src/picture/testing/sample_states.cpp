// SPDX-License-Identifier: Apache-2.0
#include "picture/testing/sample_states.h"

#include <string>

#include "base/str_cat.h"
#include "picture/testing/host_sketch.h"

namespace pointsman::picture {
namespace {

void addTunnel(HostSketch& host, std::string_view bridge, const std::string& name,
               const std::string& remote) {
  host.port(bridge, name, "geneve");
  host.interfaceOf(name).options = {{"remote_ip", remote}, {"key", "flow"}, {"csum", "true"}};
}

void addPod(HostSketch& host, const std::string& name) {
  host.link(name, VethLink{}).mtu = 1400;
  host.port("br-int", name, kOvsSystem);
  host.interfaceOf(name).externalIds["iface-id"] = strCat("default_", name);
}

}  // namespace

ObservedState sampleSingleNic() {
  HostSketch host("edge-1.example.org");
  host.link("eth0", PhysicalLink{});
  host.factsOf("eth0").driver = "virtio_net";
  host.lease("eth0", "192.0.2.10/24");
  host.defaultRoute("eth0", "192.0.2.1", 100);
  host.state().facts.ovs = {.available = false,
                            .remote = "unix:/run/openvswitch/db.sock",
                            .unavailableBecause = "No such file or directory"};
  return host.state();
}

ObservedState sampleSingleNicMoved() {
  HostSketch host("edge-1.example.org");
  host.link("eth0", PhysicalLink{});
  host.factsOf("eth0").driver = "virtio_net";
  host.bridge("br-ex").externalIds = ourMark();
  host.port("br-ex", "eth0", kOvsSystem).externalIds = ourMark();
  host.internalPort("br-ex", "br-ex").externalIds = ourMark();
  host.lease("br-ex", "192.0.2.10/24");
  host.defaultRoute("br-ex", "192.0.2.1", 48);
  return host.state();
}

ObservedState sampleOvnNode() {
  HostSketch host("worker-0.cluster.example.org");
  host.link("eth0", PhysicalLink{});
  host.link("eth1", PhysicalLink{}).up = false;
  host.bridge("br-ex").externalIds = ourMark();
  host.port("br-ex", "eth0", kOvsSystem).externalIds = ourMark();
  host.internalPort("br-ex", "br-ex").externalIds = ourMark();
  host.lease("br-ex", "192.0.2.20/24");
  host.address("br-ex", "169.254.169.2/29");
  host.address("br-ex", "2001:db8::20/64");
  host.defaultRoute("br-ex", "192.0.2.1", 48);
  host.defaultRoute("br-ex", "2001:db8::1", 48);
  OvsBridgeConfig& integration = host.bridge("br-int");
  integration.failMode = "secure";
  integration.controllers = {"unix:/run/ovn/ovn-controller.sock"};
  host.internalPort("br-int", "br-int");
  host.state().config.links[InterfaceName("br-int")].up = false;
  host.internalPort("br-int", "ovn-k8s-mp0");
  host.state().config.links[InterfaceName("ovn-k8s-mp0")].mtu = 1400;
  host.address("ovn-k8s-mp0", "10.128.0.2/23");
  host.patchPair("br-ex", "patch-br-ex_worker-0-to-br-int", "br-int",
                 "patch-br-int-to-br-ex_worker-0");
  addTunnel(host, "br-int", "ovn-6a1f3b-0", "192.0.2.21");
  addTunnel(host, "br-int", "ovn-9c44d0-0", "192.0.2.22");
  for (const auto* pod : {"3f2c1a9e8d7b6a5", "a81be03c44f9d12", "c0ffee5e1f00d1e"}) {
    addPod(host, pod);
  }
  host.link("ovs-system", OtherLink{"openvswitch"}).up = false;
  host.link("genev_sys_6081", OtherLink{"geneve"}).mtu = 65000;
  host.state().config.ovs.externalIds = {{std::string(kBridgeMappingsKey), "physnet:br-ex"}};
  return host.state();
}

ObservedState sampleOvsBond() {
  HostSketch host("hv-07.example.org");
  for (const auto* nic : {"ens1f0", "ens1f1"}) host.link(nic, PhysicalLink{}).mtu = 9000;
  host.link("eno1", PhysicalLink{}).up = false;
  host.link("eno2", PhysicalLink{});
  host.factsOf("eno2").carrier = false;
  host.bridge("br-ex").externalIds = ourMark();
  OvsPortConfig& bond = host.bond("br-ex", "bond0", {"ens1f0", "ens1f1"});
  bond.bondMode = "balance-tcp";
  bond.lacp = "active";
  bond.vlan.trunks.add(VlanRange{10, 20});
  bond.vlan.trunks.add(VlanId{100});
  bond.vlan.mode = VlanMode::NativeUntagged;
  bond.vlan.tag = 1;
  bond.externalIds = ourMark();
  host.internalPort("br-ex", "br-ex").externalIds = ourMark();
  host.address("br-ex", "198.51.100.7/24");
  host.defaultRoute("br-ex", "198.51.100.1", 48);
  const struct {
    const char* name;
    VlanId tag;
    const char* prefix;
  } ports[] = {{"storage0", 10, "10.10.0.7/16"}, {"migrate0", 20, "10.20.0.7/16"}};
  for (const auto& port : ports) {
    OvsPortConfig& config = host.internalPort("br-ex", port.name);
    config.vlan.tag = port.tag;
    config.externalIds = ourMark();
    host.address(port.name, port.prefix);
  }
  for (const auto* name : {"br-ex", "storage0", "migrate0"}) {
    host.state().config.links[InterfaceName(name)].mtu = 9000;
  }
  return host.state();
}

ObservedState sampleKernelStack() {
  HostSketch host("ovirt-3.example.org");
  for (const auto* nic : {"eno1", "eno2"}) {
    host.link(nic, PhysicalLink{}).controller = InterfaceName("bond0");
  }
  host.link("bond0", BondLink{"active-backup", {{"miimon", "100"}, {"primary", "eno1"}}});
  host.link("bond0.100", VlanLink{.base = InterfaceName("bond0"), .id = 100});
  host.link("bond0.200", VlanLink{.base = InterfaceName("bond0"), .id = 200}).controller =
      InterfaceName("virbr0");
  host.bridge("br-ex");
  host.port("br-ex", "bond0.100", kOvsSystem);
  host.internalPort("br-ex", "br-ex");
  host.address("br-ex", "203.0.113.30/24");
  host.defaultRoute("br-ex", "203.0.113.1", 425);
  host.link("virbr0", LinuxBridgeLink{});
  host.address("virbr0", "192.168.122.1/24");
  for (const auto* tap : {"vnet0", "vnet1", "vnet2"}) {
    host.link(tap, TunLink{}).controller = InterfaceName("virbr0");
  }
  host.link("veth-lb", VethLink{InterfaceName("veth-ovs")}).controller = InterfaceName("virbr0");
  host.link("veth-ovs", VethLink{InterfaceName("veth-lb")});
  host.port("br-ex", "veth-ovs", kOvsSystem).vlan.tag = 200;
  host.link("eno3", PhysicalLink{});
  host.address("eno3", "10.0.0.30/8");
  return host.state();
}

ObservedState sampleFaulty() {
  HostSketch host("broken-2.example.org");
  host.link("eth0", PhysicalLink{});
  host.link("eth1", PhysicalLink{});
  host.factsOf("eth1").carrier = false;
  host.factsOf("eth1").operState = "down";
  host.bridge("br-ex").externalIds = ourMark();
  host.port("br-ex", "eth0", kOvsSystem).externalIds = ourMark();
  host.port("br-ex", "eth7", kOvsSystem).externalIds = ourMark();
  host.ovsFactsOf("eth7").ofport = -1;
  host.ovsFactsOf("eth7").error = "could not open network device eth7 (No such device)";
  host.internalPort("br-ex", "br-ex").externalIds = ourMark();
  host.state().config.links[InterfaceName("br-ex")].mtu = 9000;
  host.address("br-ex", "192.0.2.40/24");
  host.defaultRoute("br-ex", "192.0.2.1", 48);
  host.bond("br-ex", "bond1", {"eth1", "eth8"});
  host.ovsFactsOf("eth8").ofport = -1;
  host.port("br-ex", "patch-to-nowhere", kOvsPatch);
  host.interfaceOf("patch-to-nowhere").options["peer"] = "patch-from-nowhere";
  host.port("br-ex", "vxlan0", "vxlan");
  host.interfaceOf("vxlan0").options = {{"remote_ip", "192.0.2.99"}, {"key", "5001"}};
  host.ovsFactsOf("vxlan0").linkState = "down";
  host.state().facts.ovs.nextCfg = 17;
  host.state().facts.ovs.curCfg = 15;
  return host.state();
}

ObservedState sampleCrowded(std::size_t ports) {
  HostSketch host("hv-42.example.org");
  host.link("ens3", PhysicalLink{});
  host.bridge("br-ex");
  host.port("br-ex", "ens3", kOvsSystem);
  host.internalPort("br-ex", "br-ex");
  host.address("br-ex", "192.0.2.42/24");
  host.defaultRoute("br-ex", "192.0.2.1", 48);
  host.patchPair("br-ex", "patch-ex-int", "br-int", "patch-int-ex");
  host.bridge("br-int").failMode = "secure";
  for (std::size_t i = 0; i < ports; ++i) {
    const std::string name = strCat("vnet", i);
    host.link(name, TunLink{});
    OvsPortConfig& port = host.port("br-int", name, kOvsSystem);
    if (i % 3 == 0) port.vlan.tag = 10;
    host.ovsFactsOf(name).ofport = static_cast<std::int64_t>(i) + 10;
  }
  for (std::size_t i = 0; i < ports / 8; ++i) {
    addTunnel(host, "br-int", strCat("ovn-", i), strCat("10.1.", i / 250, ".", i % 250 + 1));
  }
  host.port("br-int", "lost0", kOvsSystem);
  host.ovsFactsOf("lost0").ofport = -1;
  host.ovsFactsOf("lost0").error = "could not open network device lost0 (No such device)";
  return host.state();
}

ObservedState sampleMixed() {
  HostSketch host("mixed-1.example.org");
  for (const auto* nic : {"eth0", "eth1", "eth2"}) host.link(nic, PhysicalLink{});
  host.link("eth9", VethLink{});
  host.address("eth0", "192.0.2.5/24");
  host.defaultRoute("eth0", "192.0.2.1", 100);
  host.bridge("br0");
  host.port("br0", "eth1", kOvsSystem);
  host.port("br0", "eth9", kOvsSystem).vlan.tag = 7;
  host.internalPort("br0", "br0");
  host.lease("br0", "198.51.100.100/24");
  host.defaultRoute("br0", "198.51.100.1", 300);
  host.link("br0.30", VlanLink{.base = InterfaceName("br0"), .id = 30});
  host.address("br0.30", "10.30.0.5/24");
  for (int tenant = 1; tenant <= 12; ++tenant) {
    const std::string name = strCat("tenant", tenant);
    host.internalPort("br0", name).vlan.tag = static_cast<VlanId>(1000 + tenant);
    host.address(name, strCat("10.99.", tenant, ".1/24"));
  }
  host.patchPair("br0", "br0-br1", "br1", "br1-br0");
  host.patchPair("br1", "br1-br2", "br2", "br2-br1");
  host.patchPair("br2", "br2-br0", "br0", "br0-br2");
  for (int vlan = 100; vlan < 120; ++vlan) {
    const std::string name = strCat("eth2.", vlan);
    host.link(name, VlanLink{.base = InterfaceName("eth2"), .id = static_cast<VlanId>(vlan)});
    host.address(name, strCat("10.1.", vlan, ".5/24"));
  }
  host.link("red", VrfLink{1001});
  host.link("mac0", MacVlanLink{.base = InterfaceName("eth0")}).controller = InterfaceName("red");
  host.address("mac0", "203.0.113.9/24");
  host.link("vx42", VxlanLink{.base = InterfaceName("eth0"),
                              .id = 42,
                              .remote = IpAddress::parse("203.0.113.77").value()});
  host.address("vx42", "10.42.0.1/24");
  host.link("docker0", LinuxBridgeLink{});
  host.address("docker0", "172.17.0.1/16");
  for (int container = 0; container < 9; ++container) {
    host.link(strCat("veth", container, "f3a1b"), VethLink{}).controller = InterfaceName("docker0");
  }
  host.link("vmtap7", TunLink{});
  host.link("dummy0", DummyLink{}).up = false;
  host.address("lo", "10.255.0.5/32");
  return host.state();
}

ObservedState sampleHostile() {
  HostSketch host("evil\"><script>alert(1)</script>");
  const std::string bridge = "br<&>\"'--]]>\x01\x7f\xff\xfe";
  const std::string port =
      "p<img src=x onerror=alert(1)>\n\t\xe2\x80\xae"
      "drowssap";
  host.bridge(bridge).controllers = {"tcp:</text><a href=\"javascript:alert(1)\">:6653"};
  host.bridge(bridge).failMode = "\"secure\" label=<<B>";
  host.port(bridge, port, "geneve\"];}");
  host.interfaceOf(port).options = {{"remote_ip", "</TD></TR>"}, {"key", "\\N\\G\\\""}};
  host.ovsFactsOf(port).error = strCat("error: ", std::string(5000, '<'), "&#0;");
  host.port(bridge, std::string(4000, 'x'), kOvsSystem);
  host.link("a&b<c>\"d", OtherLink{"ki<nd"});
  host.address("a&b<c>\"d", "192.0.2.66/24");
  host.state().facts.ovs.version = "<b>9</b>";
  return host.state();
}

std::vector<Sample> allSamples() {
  return {{"single-nic", sampleSingleNic()},     {"single-nic-moved", sampleSingleNicMoved()},
          {"ovn-node", sampleOvnNode()},         {"ovs-bond", sampleOvsBond()},
          {"kernel-stack", sampleKernelStack()}, {"faulty", sampleFaulty()},
          {"crowded", sampleCrowded(200)},       {"mixed", sampleMixed()},
          {"hostile", sampleHostile()}};
}

}  // namespace pointsman::picture
