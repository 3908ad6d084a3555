// SPDX-License-Identifier: Apache-2.0
// The many settings of bonds, bridges and their ports as text, keyed by the names that
// `ip link set … type bond|bridge|bond_slave|bridge_slave` takes; for bonds these are the sysfs
// names too. One table a kind says for each name which attribute carries it and how, and serves
// reading and writing alike.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "netlink/attribute.h"
#include "netlink/if_index.h"

namespace pointsman::netlink {

class MessageWriter;

// Values in canonical text: decimal numbers, booleans as 0 and 1, names for enumerations
// ("active-backup", "802.1q"), lower-case MAC addresses, lists joined with commas, links by name.
using Options = std::map<std::string, std::string, std::less<>>;

enum class OptionType : std::uint8_t {
  U8,
  U16,
  U32,
  U64,
  S32,
  EtherType,  // 16 bits in network order, "802.1q" or "802.1ad"
  Mac,
  Link,    // an interface index on the wire, a name in text; empty text is no link
  IpList,  // a nest of addresses
};

enum class OptionAccess : std::uint8_t { ReadWrite, ReadOnly };

struct OptionRow {
  std::string_view name = {};
  std::uint16_t attribute = 0;
  OptionType type = OptionType::U8;
  // For enumerations: the name of each number, from 0. Numbers are taken as well when writing.
  std::span<const std::string_view> names = {};
  OptionAccess access = OptionAccess::ReadWrite;
};

using OptionTable = std::span<const OptionRow>;

OptionTable bondOptions();
OptionTable bondPortOptions();
OptionTable bridgeOptions();
OptionTable bridgePortOptions();

// Attributes the table does not know are passed over. Links come out as numbers; resolveLinks()
// puts names in their place.
Result<Options> decodeOptions(OptionTable table, Bytes attributes);

using NameOfLink = std::function<std::string(IfIndex)>;
void resolveLinks(OptionTable table, Options& options, const NameOfLink& nameOf);

using IndexOfLink = std::function<Result<IfIndex>(std::string_view name)>;

// Appends the attributes to 'message'. InvalidInput, naming the option, for one that is unknown,
// read-only, or whose text does not fit.
Result<> encodeOptions(OptionTable table, const Options& options, const IndexOfLink& indexOf,
                       MessageWriter& message);

}  // namespace pointsman::netlink
