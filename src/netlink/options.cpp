// SPDX-License-Identifier: Apache-2.0
#include "netlink/options.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include "base/str_cat.h"
#include "netlink/writer.h"

namespace pointsman::netlink {

namespace {

constexpr std::uint16_t kEtherType8021Q = 0x8100;
constexpr std::uint16_t kEtherType8021ad = 0x88a8;

const OptionRow* findByAttribute(OptionTable table, std::uint16_t attribute) {
  const auto row = std::ranges::find(table, attribute, &OptionRow::attribute);
  return row == table.end() ? nullptr : &*row;
}

const OptionRow* findByName(OptionTable table, std::string_view name) {
  const auto row = std::ranges::find(table, name, &OptionRow::name);
  return row == table.end() ? nullptr : &*row;
}

template <typename T>
Result<std::string> numberText(const OptionRow& row, const Attribute& attribute) {
  T number = 0;
  CHECK_OK(attribute.into(number));
  if (static_cast<std::uint64_t>(number) < row.names.size()) {
    return std::string(row.names[static_cast<std::size_t>(number)]);
  }
  return strCat(number);
}

Result<std::string> etherTypeText(const Attribute& attribute) {
  std::uint16_t type = 0;
  CHECK_OK(attribute.intoNetworkOrder(type));
  if (type == kEtherType8021Q) return std::string("802.1q");
  if (type == kEtherType8021ad) return std::string("802.1ad");
  return strCat(type);
}

Result<std::string> listText(const Attribute& attribute) {
  std::vector<IpAddress> addresses;
  CHECK_OK(forEachAttribute(attribute.payload(), [&](const Attribute& element) {
    return element.into(addresses.emplace_back());
  }));
  return strJoin(addresses, ",");
}

Result<std::string> macText(const Attribute& attribute) {
  MacAddress mac;
  CHECK_OK(attribute.into(mac));
  return toLowerString(mac);
}

Result<std::string> textOf(const OptionRow& row, const Attribute& attribute) {
  switch (row.type) {
    case OptionType::U8:
      return numberText<std::uint8_t>(row, attribute);
    case OptionType::U16:
      return numberText<std::uint16_t>(row, attribute);
    case OptionType::U32:
    case OptionType::Link:
      return numberText<std::uint32_t>(row, attribute);
    case OptionType::U64:
      return numberText<std::uint64_t>(row, attribute);
    case OptionType::S32:
      return numberText<std::int32_t>(row, attribute);
    case OptionType::EtherType:
      return etherTypeText(attribute);
    case OptionType::Mac:
      return macText(attribute);
    case OptionType::IpList:
      return listText(attribute);
  }
  return Error{ErrorKind::Internal, "option table: unknown type"};
}

template <typename T>
std::optional<T> numberFrom(const OptionRow& row, std::string_view text) {
  if (const auto name = std::ranges::find(row.names, text); name != row.names.end()) {
    return static_cast<T>(name - row.names.begin());
  }
  T number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

template <typename T>
Result<> putNumber(const OptionRow& row, std::string_view text, MessageWriter& message) {
  const auto number = numberFrom<T>(row, text);
  if (number) {
    message.put(row.attribute, *number);
    return ok();
  }
  if (!row.names.empty()) {
    return Error{ErrorKind::InvalidInput,
                 strCat("'", text, "' is none of ", strJoin(row.names, ", "))};
  }
  return Error{ErrorKind::InvalidInput,
               strCat("'", text, "' is not a number from ", +std::numeric_limits<T>::min(), " to ",
                      +std::numeric_limits<T>::max())};
}

Result<> putEtherType(const OptionRow& row, std::string_view text, MessageWriter& message) {
  if (text != "802.1q" && text != "802.1ad") {
    return Error{ErrorKind::InvalidInput, strCat("'", text, "' is none of 802.1q, 802.1ad")};
  }
  message.putNetworkOrder(row.attribute, text == "802.1q" ? kEtherType8021Q : kEtherType8021ad);
  return ok();
}

Result<> putList(const OptionRow& row, std::string_view text, MessageWriter& message) {
  const auto list = message.nest(row.attribute);
  // The position in the list is the type of each attribute; an empty list clears the option.
  for (std::uint16_t position = 0; !text.empty(); ++position) {
    const std::string_view element = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), element.size() + 1));
    TRY(const IpAddress address, IpAddress::parse(element));
    message.put(position, address);
  }
  return ok();
}

Result<> putOption(const OptionRow& row, std::string_view text, const IndexOfLink& indexOf,
                   MessageWriter& message) {
  switch (row.type) {
    case OptionType::U8:
      return putNumber<std::uint8_t>(row, text, message);
    case OptionType::U16:
      return putNumber<std::uint16_t>(row, text, message);
    case OptionType::U32:
      return putNumber<std::uint32_t>(row, text, message);
    case OptionType::U64:
      return putNumber<std::uint64_t>(row, text, message);
    case OptionType::S32:
      return putNumber<std::int32_t>(row, text, message);
    case OptionType::EtherType:
      return putEtherType(row, text, message);
    case OptionType::Mac: {
      TRY(const MacAddress mac, MacAddress::parse(text));
      message.put(row.attribute, mac);
      return ok();
    }
    case OptionType::Link: {
      IfIndex link;
      if (!text.empty()) {
        TRY(link, indexOf(text));
      }
      message.put(row.attribute, link);
      return ok();
    }
    case OptionType::IpList:
      return putList(row, text, message);
  }
  return Error{ErrorKind::Internal, "option table: unknown type"};
}

}  // namespace

Result<Options> decodeOptions(OptionTable table, Bytes attributes) {
  Options options;
  CHECK_OK(forEachAttribute(attributes, [&](const Attribute& attribute) -> Result<> {
    const OptionRow* row = findByAttribute(table, attribute.type());
    if (row == nullptr) return ok();
    TRY(std::string text, textOf(*row, attribute).in(row->name));
    options.insert_or_assign(std::string(row->name), std::move(text));
    return ok();
  }));
  return options;
}

void resolveLinks(OptionTable table, Options& options, const NameOfLink& nameOf) {
  for (const OptionRow& row : table) {
    if (row.type != OptionType::Link) continue;
    const auto option = options.find(row.name);
    if (option == options.end()) continue;
    const auto index = numberFrom<int>(row, option->second);
    if (index) option->second = *index == 0 ? std::string() : nameOf(IfIndex{*index});
  }
}

Result<> encodeOptions(OptionTable table, const Options& options, const IndexOfLink& indexOf,
                       MessageWriter& message) {
  for (const auto& [name, text] : options) {
    const OptionRow* row = findByName(table, name);
    if (row == nullptr) return Error{ErrorKind::InvalidInput, strCat("unknown option ", name)};
    if (row->access == OptionAccess::ReadOnly) {
      return Error{ErrorKind::InvalidInput, strCat("option ", name, " can only be read")};
    }
    CHECK_OK(putOption(*row, text, indexOf, message).in(strCat("option ", name)));
  }
  return ok();
}

}  // namespace pointsman::netlink
