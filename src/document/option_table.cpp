// SPDX-License-Identifier: Apache-2.0
#include "document/option_table.h"

#include <algorithm>

#include "base/str_cat.h"
#include "document/fields.h"
#include "document/scalars.h"

namespace pointsman::document {

namespace {

std::optional<std::string> readFlag(const Value& value, const OptionRow& row) {
  if (value.node().isScalar()) {
    const auto word = std::ranges::find(row.words, value.node().text);
    if (word != row.words.end()) return strCat(word - row.words.begin());
  }
  const auto flag = readBool(value);
  if (!flag) return std::nullopt;
  return std::string(*flag ? "1" : "0");
}

std::optional<std::string> readEnumeration(const Value& value, const OptionRow& row) {
  if (value.node().isScalar()) {
    for (std::size_t i = 0; i < row.words.size(); ++i) {
      if (value.node().text == strCat(i)) return std::string(row.words[i]);
    }
  }
  const auto index = readChoice(value, row.words);
  if (!index) return std::nullopt;
  return std::string(row.words[*index]);
}

std::optional<std::string> readAddressList(const Value& value) {
  if (!value.expectScalar()) return std::nullopt;
  std::string_view rest = value.node().text;
  std::vector<std::string> addresses;
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), one.size() + 1));
    const auto address = IpAddress::parse(one);
    if (!address) {
      value.error(strCat("'", value.key(), "': ", address.error().message()),
                  "several are separated by commas, without blanks");
      return std::nullopt;
    }
    addresses.push_back(toString(*address));
  }
  return strJoin(addresses, ",");
}

std::optional<std::string> readCanonical(const Value& value, const OptionRow& row) {
  switch (row.kind) {
    case OptionKind::Number: {
      const auto number = readInteger(value, row.least, row.most);
      if (!number) return std::nullopt;
      return strCat(*number);
    }
    case OptionKind::Flag:
      return readFlag(value, row);
    case OptionKind::Word:
      return readEnumeration(value, row);
    case OptionKind::Mac: {
      const auto mac = readMac(value);
      if (!mac) return std::nullopt;
      return toLowerString(*mac);
    }
    case OptionKind::Name:
      // Empty: no such device.
      if (value.node().isScalar() && value.node().text.empty()) return std::string();
      return readName(value);
    case OptionKind::AddressList:
      return readAddressList(value);
  }
  return std::nullopt;
}

Node writeOption(const std::string& text, const OptionRow& row) {
  switch (row.kind) {
    case OptionKind::Number:
      return Node::ofPlain(text);
    case OptionKind::Flag:
      return Node::of(text == "1");
    case OptionKind::Mac: {
      const auto mac = MacAddress::parse(text);
      return Node::ofText(mac ? toString(*mac) : text);
    }
    default:
      return Node::ofText(text);
  }
}

}  // namespace

const OptionRow* findOption(OptionTable table, std::string_view key) {
  const auto found = std::ranges::find(table, key, &OptionRow::key);
  return found == table.end() ? nullptr : &*found;
}

void readOption(const Value& value, const OptionRow& row, StringMap& options) {
  auto text = readCanonical(value, row);
  if (!text) return;
  const auto [known, fresh] = options.emplace(row.modelName(), *text);
  if (!fresh && known->second != *text) {
    value.error(strCat("'", row.key, "' sets what '", row.modelName(), "' sets, to another value"));
  }
}

void readOptions(const Value& map, OptionTable table, StringMap& options) {
  if (!map.expectMapping()) return;
  for (const Entry& entry : map.node().entries) {
    const Value value = map.at(entry);
    if (const OptionRow* row = findOption(table, entry.key)) {
      if (!entry.value.isNull()) readOption(value, *row, options);
      continue;
    }
    std::vector<std::string_view> known;
    for (const OptionRow& row : table) known.push_back(row.key);
    detail::reportUnknown(value, known);
  }
}

StringMap expressible(const StringMap& options, OptionTable table) {
  StringMap kept;
  for (const OptionRow& row : table) {
    const auto option = options.find(std::string(row.modelName()));
    if (option == options.end()) continue;
    Findings findings;
    StringMap read;
    const Node node = writeOption(option->second, row);
    readOption(Value(node, findings), row, read);
    if (findings.diagnostics.empty() && read[option->first] == option->second) kept.insert(*option);
  }
  return kept;
}

void writeOptions(const StringMap& options, OptionTable table, Node& map) {
  for (const OptionRow& row : table) {
    // A second spelling is only read.
    if (!row.name.empty() && findOption(table, row.name) != nullptr) continue;
    const auto found = options.find(std::string(row.modelName()));
    if (found != options.end()) map.add(row.key, writeOption(found->second, row));
  }
}

}  // namespace pointsman::document
