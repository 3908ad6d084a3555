// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace pointsman::ovsdb {

// What a peer may make us hold.
struct StreamLimits {
  // Of one message's text. Its parsed form may take several times as much.
  std::size_t mostBytes = std::size_t{1} << 30;
  // No text of the protocol nests deeper than a schema does, by far.
  std::size_t mostDepth = 32;
};

}  // namespace pointsman::ovsdb
