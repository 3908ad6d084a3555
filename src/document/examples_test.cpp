// SPDX-License-Identifier: Apache-2.0
// Every document of examples/ is valid as it stands.
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "document/print.h"
#include "document/testing/expect.h"

namespace pointsman::document {
namespace {

// A host with one NIC that holds the default route, for the policy.
ObservedState hostWithUplink() {
  ObservedState host;
  LinkConfig& link = host.config.links[InterfaceName("ens3")];
  link.up = true;
  link.ipv4.enabled = true;
  link.ipv4.addresses.push_back({.prefix = IpPrefix::parse("192.0.2.10/24").value()});
  host.config.routes.insert({.destination = IpPrefix::parse("0.0.0.0/0").value(),
                             .device = InterfaceName("ens3"),
                             .gateway = IpAddress::parse("192.0.2.1").value()});
  return host;
}

TEST(Examples, ParseWithoutAnyDiagnostic) {
  const std::filesystem::path folder = std::filesystem::path(POINTSMAN_SOURCE_DIR) / "examples";
  const ParseOptions options{.hostName = "worker-0",
                             .currentState = [] { return Result<Node>(toTree(hostWithUplink())); }};
  int count = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".yml") continue;
    SCOPED_TRACE(file.path().string());
    const std::string text = readFile(file.path(), 1U << 20U).value();
    EXPECT_EQ(findingsIn(text, options), "");
    const Document document = mustParse(text, options);
    EXPECT_NE(document.desired, DesiredState{});
    EXPECT_EQ(mustParse(printYaml(toTree(document.desired))).desired, document.desired);
    ++count;
  }
  EXPECT_GE(count, 10);
}

}  // namespace
}  // namespace pointsman::document
