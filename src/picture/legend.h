// SPDX-License-Identifier: Apache-2.0
// The key to the picture: only what occurs in it.
#pragma once

#include <cstdint>
#include <vector>

#include "picture/diagram.h"
#include "picture/svg_writer.h"

namespace pointsman::picture {

class Legend {
 public:
  explicit Legend(const std::vector<const Diagram*>& diagrams);

  // Pixels of height that a legend of 'width' takes.
  [[nodiscard]] int height(int width) const;
  void paint(SvgWriter& svg, const Rect& rect) const;

  enum class Sample : std::uint8_t {
    Nic,
    Kernel,
    ForeignBridge,
    OurBridge,
    Interface,
    ForeignPort,
    OurPort,
    OfPort,
    Patch,
    VethPair,
    Gateway,
    Fault,
    Added,
    Removed,
    Changed,
  };

 private:
  std::vector<Sample> samples_;
};

}  // namespace pointsman::picture
