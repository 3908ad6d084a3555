// SPDX-License-Identifier: Apache-2.0
#include "host/vsctl_configurator.h"

#include <algorithm>
#include <csignal>

#include "base/command.h"
#include "base/overloaded.h"
#include "base/str_cat.h"

namespace pointsman::host {

namespace {

// A string as ovsdb_token_parse() of OVS's lib/ovsdb-data.c reads it: JSON, when quoted.
std::string quoteText(std::string_view text) {
  std::string made = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') made += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      constexpr std::string_view kDigits = "0123456789abcdef";
      strAppend(made, "\\u00", kDigits[static_cast<unsigned char>(c) >> 4U], kDigits[c & 0xf]);
    } else {
      made += c;
    }
  }
  made += '"';
  return made;
}

std::string atomText(const ovsdb::Atom& atom) {
  return std::visit(Overloaded{
                        [](const std::string& text) { return quoteText(text); },
                        [](const ovsdb::NamedUuid& named) { return strCat("@", named.name); },
                        [&](const auto&) { return ovsdb::toString(atom); },
                    },
                    atom);
}

std::string entryText(const ovsdb::MapEntry& entry) {
  return strCat(atomText(entry.key), "=", atomText(entry.value));
}

std::string valueText(const ovsdb::Value& value) {
  std::vector<std::string> pieces;
  for (const auto& atom : value.atoms()) pieces.push_back(atomText(atom));
  for (const auto& entry : value.entries()) pieces.push_back(entryText(entry));
  return value.isMap() ? strCat("{", strJoin(pieces, ","), "}")
                       : strCat("[", strJoin(pieces, ","), "]");
}

// Every change here is to one row, known by its uuid.
std::string recordOf(const ovsdb::Where& where) {
  const auto* const comparison =
      where.empty() ? nullptr : std::get_if<ovsdb::Comparison>(&where.front());
  return comparison == nullptr ? "." : ovsdb::toString(comparison->value);
}

class ArgumentWriter {
 public:
  explicit ArgumentWriter(std::vector<std::string>& arguments) : arguments_(arguments) {}

  void write(const ovsdb::Insert& insert) {
    begin({strCat("--id=@", insert.name), "create", insert.table});
    for (const auto& [column, value] : insert.row) add(strCat(column, "=", valueText(value)));
  }

  void write(const ovsdb::Update& update) {
    const std::string record = recordOf(update.where);
    for (const auto& [column, value] : update.row) {
      if (value.empty()) {
        begin({"clear", update.table, record, column});
      } else {
        begin({"set", update.table, record, strCat(column, "=", valueText(value))});
      }
    }
  }

  void write(const ovsdb::Mutate& mutate) {
    for (const auto& mutation : mutate.mutations) {
      if (mutation.mutator == ovsdb::Mutator::Insert) {
        begin({"add", mutate.table, recordOf(mutate.where), mutation.column});
      } else if (mutation.mutator == ovsdb::Mutator::Delete) {
        begin({"remove", mutate.table, recordOf(mutate.where), mutation.column});
      } else {
        continue;  // next_cfg
      }
      for (const auto& atom : mutation.value.atoms()) add(atomText(atom));
      for (const auto& entry : mutation.value.entries()) add(entryText(entry));
    }
  }

  template <typename Other>
  void write(const Other&) {}

 private:
  void begin(std::initializer_list<std::string> words) {
    add("--");
    arguments_.insert(arguments_.end(), words);
  }
  void add(std::string word) { arguments_.push_back(std::move(word)); }

  std::vector<std::string>& arguments_;
};

std::chrono::seconds secondsLeft(Deadline deadline) {
  constexpr std::chrono::seconds kLongest = std::chrono::hours(1);
  const int left = deadline.pollTimeout();
  if (left < 0) return kLongest;
  // 0 would mean to wait for ever.
  return std::clamp(std::chrono::ceil<std::chrono::seconds>(std::chrono::milliseconds(left)),
                    std::chrono::seconds(1), kLongest);
}

}  // namespace

std::vector<std::string> makeVsctlArguments(const OvsTransaction& transaction,
                                            const std::string& remote,
                                            std::chrono::seconds timeout) {
  std::vector<std::string> arguments = {strCat("--db=", remote), "--no-syslog",
                                        strCat("--timeout=", timeout.count())};
  ArgumentWriter writer(arguments);
  for (const auto& operation : transaction.operations) {
    std::visit([&](const auto& one) { writer.write(one); }, operation);
  }
  return arguments;
}

Result<> VsctlConfigurator::carryOut(const OvsTransaction& transaction, Deadline deadline) {
  TRY(const auto program, findProgram("ovs-vsctl"));
  std::vector<std::string> argv = {program.string()};
  const auto arguments = makeVsctlArguments(transaction, remote_, secondsLeft(deadline));
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  TRY(const auto output, runCommand(argv, {}, deadline));
  if (output.status.signal == SIGALRM) {
    return Error{ErrorKind::Unavailable, "ovs-vsctl: ovs-vswitchd does not act upon the database"};
  }
  return output.check("ovs-vsctl");
}

}  // namespace pointsman::host
