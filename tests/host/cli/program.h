// SPDX-License-Identifier: Apache-2.0
// The program as a user runs it, in a throw-away host: for the tests of the verbs.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/command.h"
#include "sandbox/sandbox.h"

namespace pointsman::tests {

using Argv = std::vector<std::string>;

class ProgramInSandbox : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  // `pointsman WORDS…` inside; its own failure to start fails the test.
  CommandOutput pointsman(const Argv& words);
  // Another program inside; it must succeed. Returns what it printed.
  std::string inside(const Argv& argv);
  // Writes 'text' to a file that can be named inside too.
  std::string file(const std::string& name, const std::string& text);

  [[nodiscard]] sandbox::Sandbox& host() { return *host_; }
  [[nodiscard]] const std::filesystem::path& directory() const { return directory_; }

  // What a sandbox is started with; set in a derived constructor.
  sandbox::Options options_ = {};

 private:
  CommandOutput capture(const Argv& argv);

  std::unique_ptr<sandbox::Sandbox> host_;
  std::filesystem::path directory_;
};

}  // namespace pointsman::tests
