// SPDX-License-Identifier: Apache-2.0
// What the user asked for, as values. command_line.cpp makes them; each verb has a file that takes
// its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace pointsman::cli {

enum class ColorMode : std::uint8_t { Auto, Always, Never };

// Given before or after any verb.
struct GlobalOptions {
  std::string ovsdb = {};  // a remote such as unix:/run/openvswitch/db.sock; empty: look for it
  std::string stateDir = {};
  std::string runDir = {};
  ColorMode color = ColorMode::Auto;
  bool quiet = false;  // no warnings, no hints: errors only
};

enum class ShowFormat : std::uint8_t { Yaml, Json, Svg, Dot };

struct ShowCommand {
  std::vector<std::string> interfaces = {};  // empty: all
  ShowFormat format = ShowFormat::Yaml;
  std::string output = {};  // empty: standard output
  bool kernelOnly = false;
};

// Which document a verb works on.
struct DocumentSource {
  std::string file = {};  // "-": standard input
  std::string host = {};  // the entry of hostConfig[]; empty: this host's name
};

enum class PlanFormat : std::uint8_t { Text, Json, Svg };

struct PlanCommand {
  DocumentSource document = {};
  PlanFormat format = PlanFormat::Text;
  std::string output = {};
  bool exitCode = false;
};

struct ApplyCommand {
  DocumentSource document = {};
  bool noVerify = false;
  bool noCommit = false;
  unsigned timeout = 60;  // seconds, with noCommit
};
struct CommitCommand {};
struct RollbackCommand {};
// Not for people: the process that takes an unconfirmed change back, see apply/guard.h.
struct GuardCommand {
  std::string change = {};
};

struct CheckCommand {
  DocumentSource document = {};
  bool live = false;  // judge the host as it is instead of a document
  std::string profile = {};
  bool json = false;
};

struct RevertCommand {
  DocumentSource document = {};
  bool json = false;
  std::string output = {};
};

struct FormatCommand {
  DocumentSource document = {};
  bool json = false;
  std::string output = {};
};

struct SandboxCommand {
  unsigned nics = 2;
  bool withOvs = true;
  bool ipv6 = false;
  std::vector<std::string> command = {};  // empty: the user's shell
};

using Command =
    std::variant<ShowCommand, PlanCommand, ApplyCommand, CommitCommand, RollbackCommand,
                 GuardCommand, CheckCommand, RevertCommand, FormatCommand, SandboxCommand>;

struct Invocation {
  GlobalOptions global = {};
  Command command = ShowCommand{};
};

}  // namespace pointsman::cli
