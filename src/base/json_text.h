// SPDX-License-Identifier: Apache-2.0
// Text as a JSON string (RFC 8259, 7), for the few places that print JSON without a library.
#pragma once

#include <string>
#include <string_view>

namespace pointsman {

// With quotes around it. Bytes from 0x80 on pass unchanged: the text is taken to be UTF-8.
std::string toJsonText(std::string_view text);

}  // namespace pointsman
