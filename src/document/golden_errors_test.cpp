// SPDX-License-Identifier: Apache-2.0
// Wrong documents and what is said about them: tests/golden/errors/<case>/document.yml and
// errors.txt. UPDATE_GOLDEN=1 rewrites the latter; read the difference before committing it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/file.h"
#include "document/print.h"
#include "document/testing/expect.h"

namespace pointsman::document {
namespace {

std::vector<std::filesystem::path> cases() {
  std::vector<std::filesystem::path> found;
  const auto folder = std::filesystem::path(POINTSMAN_SOURCE_DIR) / "tests/golden/errors";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.is_directory()) found.push_back(entry.path());
  }
  std::ranges::sort(found);
  return found;
}

Result<Node> emptyHost() { return toTree(ObservedState{}); }

class GoldenErrors : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(GoldenErrors, AreSaidAsWritten) {
  const std::string text = readFile(GetParam() / "document.yml", 1U << 20U).value();
  const auto document = parseDocument(text, "document.yml", {.currentState = emptyHost});
  const Diagnostics& found = document ? document->warnings : document.error();
  const std::string said = printForPeople(found, {"document.yml", text});
  const auto golden = GetParam() / "errors.txt";
  if (std::getenv("UPDATE_GOLDEN") != nullptr) {
    ASSERT_TRUE(writeFileAtomically(golden, said, 0644).has_value());
  }
  EXPECT_EQ(said, readFile(golden, 1U << 20U).value_or("(errors.txt is missing)"));
  EXPECT_FALSE(said.empty());
}

INSTANTIATE_TEST_SUITE_P(, GoldenErrors, testing::ValuesIn(cases()), [](const auto& tested) {
  std::string name = tested.param.filename().string();
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace pointsman::document
