// SPDX-License-Identifier: Apache-2.0
// Whole documents against whole hosts. A case is a directory: current.yml says what the host has,
// desired.yml what is asked, plan.txt what must come of it: diagnostics and steps, as a user reads
// them. UPDATE_GOLDEN=1 rewrites plan.txt; the difference is reviewed as code.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>

#include "base/file.h"
#include "base/str_cat.h"
#include "document/document.h"
#include "document/report.h"
#include "plan/plan.h"
#include "plan/print.h"
#include "plan/resolve.h"

namespace pointsman {
namespace {

namespace fs = std::filesystem;

const fs::path kCases = fs::path(POINTSMAN_SOURCE_DIR) / "tests/golden/plan";

std::string read(const fs::path& path) {
  auto text = readFile(path, 1 << 20);
  return text ? *text : "";
}

// A bare machine: the NICs that 'document' names, hardware and all, and an Open vSwitch without
// bridges.
ObservedState bareHost(const DesiredState& document) {
  ObservedState host;
  host.facts.ovs.available = true;
  std::uint8_t number = 0;
  for (const auto& interface : document.interfaces) {
    if (interface.type != InterfaceType::Ethernet) continue;
    const InterfaceName name{interface.name};
    ++number;
    const MacAddress mac{{0x52, 0x54, 0x00, 0x00, 0x00, number}};
    host.config.links[name] = {.kind = PhysicalLink{}, .mac = mac, .ipv6 = {.enabled = true}};
    host.facts.links[name] = {.index = number, .permanentMac = mac, .minMtu = 68, .maxMtu = 9216};
  }
  return host;
}

// The host that current.yml describes: what becomes of a bare one when it is applied.
Result<ObservedState> hostOf(const std::string& text, const std::string& fileName) {
  const auto parsed = document::parseDocument(text, fileName);
  if (!parsed) {
    return Error{ErrorKind::InvalidInput,
                 document::printForPeople(parsed.error(), {.file = fileName, .text = text})};
  }
  ObservedState host = bareHost(parsed->desired);
  const auto resolution = plan::resolve(parsed->desired, host);
  if (hasErrors(resolution.diagnostics)) {
    return Error{
        ErrorKind::InvalidInput,
        document::printForPeople(resolution.diagnostics, {.file = fileName, .text = text})};
  }
  host.config = resolution.target;
  std::int64_t ofport = 0;
  for (const auto& [bridgeName, bridge] : host.config.ovs.bridges) {
    for (const auto& [portName, port] : bridge.ports) {
      for (const auto& [name, row] : port.interfaces) {
        const bool local = name.text == bridgeName.text;
        host.facts.ovs.interfaces[name] = {.literalType = row.type,
                                           .ofport = local ? 65534 : ++ofport};
      }
    }
  }
  return host;
}

std::string outcomeOf(const fs::path& directory) {
  const auto host = hostOf(read(directory / "current.yml"), "current.yml");
  if (!host) return host.error().message();
  const std::string text = read(directory / "desired.yml");
  const document::SourceText source{.file = "desired.yml", .text = text};
  auto parsed = document::parseDocument(text, "desired.yml");
  if (!parsed) return document::printForPeople(parsed.error(), source);
  auto resolution = plan::resolve(parsed->desired, *host);
  parsed->sources.locate(resolution.diagnostics);
  document::sortByPosition(resolution.diagnostics);
  std::string outcome = document::printForPeople(parsed->warnings, source) +
                        document::printForPeople(resolution.diagnostics, source);
  if (hasErrors(resolution.diagnostics)) return outcome;
  const auto steps = plan::planSteps(host->config, resolution.target, host->facts);
  const auto disruption = plan::estimateDisruption(steps, host->config, host->facts);
  return outcome + plan::printPlan(steps, disruption, plan::PlanFormat::Text);
}

std::vector<std::string> caseNames() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kCases)) names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

class PlanGolden : public testing::TestWithParam<std::string> {};

TEST_P(PlanGolden, IsAsWritten) {
  const fs::path directory = kCases / GetParam();
  const std::string outcome = outcomeOf(directory);
  if (std::getenv("UPDATE_GOLDEN") != nullptr) {
    ASSERT_TRUE(writeFileAtomically(directory / "plan.txt", outcome, 0644));
  }
  EXPECT_EQ(outcome, read(directory / "plan.txt"));
}

INSTANTIATE_TEST_SUITE_P(, PlanGolden, testing::ValuesIn(caseNames()), [](const auto& tested) {
  std::string name = tested.param;
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

}  // namespace
}  // namespace pointsman
