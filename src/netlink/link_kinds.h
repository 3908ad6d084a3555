// SPDX-License-Identifier: Apache-2.0
// What IFLA_INFO_DATA says about a link of each kind, decoded and encoded.
#pragma once

#include <string_view>

#include "base/result.h"
#include "netlink/attribute.h"
#include "netlink/link.h"
#include "netlink/options.h"

namespace pointsman::netlink {

class MessageWriter;

// Leaves 'out' alone for a kind that is not known here: such links are shown, not understood.
Result<> decodeDetails(std::string_view kind, Bytes attributes, LinkDetails& out);

// Appends IFLA_INFO_DATA. InvalidInput when 'details' do not belong to 'kind', and for a bad option
// of a bond or bridge; Unsupported for a kind that is not made through rtnetlink.
Result<> encodeDetails(std::string_view kind, const LinkDetails& details,
                       const IndexOfLink& indexOf, MessageWriter& message);

}  // namespace pointsman::netlink
