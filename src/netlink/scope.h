// SPDX-License-Identifier: Apache-2.0
// How far an address or a route reaches (rtnetlink(7), rtm_scope). Other numbers are legal.
#pragma once

#include <cstdint>

namespace pointsman::netlink {

enum class Scope : std::uint8_t { Universe = 0, Site = 200, Link = 253, Host = 254, Nowhere = 255 };

}  // namespace pointsman::netlink
