// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include <chrono>

#include "base/file.h"
#include "base/str_cat.h"

namespace pointsman::tests {

namespace {

Deadline soon() { return Deadline::after(std::chrono::seconds(60)); }

}  // namespace

void ProgramInSandbox::SetUp() {
  std::string name = (std::filesystem::temp_directory_path() / "pointsman-cli-XXXXXX").native();
  ASSERT_NE(::mkdtemp(name.data()), nullptr);
  directory_ = name;
  std::filesystem::permissions(directory_, std::filesystem::perms(0755));
  auto started = sandbox::Sandbox::start(options_, soon());
  ASSERT_TRUE(started) << started.error().message();
  host_ = std::move(*started);
}

void ProgramInSandbox::TearDown() {
  host_.reset();
  std::filesystem::remove_all(directory_);
}

CommandOutput ProgramInSandbox::capture(const Argv& argv) {
  auto ran = host_->inside().capture(argv, soon());
  if (ran) return std::move(*ran);
  ADD_FAILURE() << strJoin(argv, " ") << ": " << ran.error().message();
  return {};
}

CommandOutput ProgramInSandbox::pointsman(const Argv& words) {
  Argv argv{POINTSMAN_BINARY};
  argv.insert(argv.end(), words.begin(), words.end());
  return capture(argv);
}

std::string ProgramInSandbox::inside(const Argv& argv) {
  const CommandOutput ran = capture(argv);
  EXPECT_TRUE(ran.status.success()) << strJoin(argv, " ") << ": " << ran.errors;
  return ran.output;
}

std::string ProgramInSandbox::file(const std::string& name, const std::string& text) {
  const auto path = directory_ / name;
  EXPECT_TRUE(writeFileAtomically(path, text, 0644));
  return path.native();
}

}  // namespace pointsman::tests
