// SPDX-License-Identifier: Apache-2.0
// What reading and printing a document costs, by the number of ports of one OVS bridge.
#include <benchmark/benchmark.h>

#include "base/str_cat.h"
#include "document/document.h"
#include "document/print.h"

namespace pointsman::document {
namespace {

ObservedState hostWith(std::int64_t ports) {
  ObservedState host;
  OvsBridgeConfig& bridge = host.config.ovs.bridges[BridgeName("br-int")];
  for (std::int64_t i = 0; i < ports; ++i) {
    const std::string name = strCat("vm", i);
    OvsPortConfig& port = bridge.ports[PortName(name)];
    port.vlan.tag = static_cast<VlanId>(1 + i % 4000);
    port.interfaces[InterfaceName(name)] = {.type = "internal",
                                            .externalIds = {{"iface-id", strCat("port-", i)}}};
    LinkConfig& link = host.config.links[InterfaceName(name)];
    link.kind = OvsInternalLink{};
    link.up = true;
    link.mac = MacAddress({0x52, 0x54, 0, 0, 0, static_cast<std::uint8_t>(i)});
    host.facts.links[InterfaceName(name)] = {.minMtu = 68, .maxMtu = 65535, .operState = "up"};
    host.facts.ovs.interfaces[InterfaceName(name)] = {.ofport = i};
  }
  return host;
}

void toTreeOfHost(benchmark::State& state) {
  const ObservedState host = hostWith(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(toTree(host));
}
BENCHMARK(toTreeOfHost)->Arg(10)->Arg(1000);

void printYamlOfHost(benchmark::State& state) {
  const Node tree = toTree(hostWith(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(printYaml(tree));
}
BENCHMARK(printYamlOfHost)->Arg(10)->Arg(1000);

void parseTreeOfYaml(benchmark::State& state) {
  const std::string text = printYaml(toTree(hostWith(state.range(0))));
  for (auto _ : state) benchmark::DoNotOptimize(parseTree(text, "bench.yml"));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(parseTreeOfYaml)->Arg(10)->Arg(1000);

void parseDocumentOfYaml(benchmark::State& state) {
  const std::string text = printYaml(toTree(hostWith(state.range(0))));
  for (auto _ : state) benchmark::DoNotOptimize(parseDocument(text, "bench.yml"));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(parseDocumentOfYaml)->Arg(10)->Arg(1000);

}  // namespace
}  // namespace pointsman::document
