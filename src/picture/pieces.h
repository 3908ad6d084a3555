// SPDX-License-Identifier: Apache-2.0
// Runs of text in several tones on one line: measured, and written to SVG.
#pragma once

#include <vector>

#include "picture/diagram.h"
#include "picture/layout.h"
#include "picture/svg_writer.h"

namespace pointsman::picture {

[[nodiscard]] int piecesWidth(const std::vector<Piece>& pieces);
// 'at' is the left end of the baseline.
void paintPieces(SvgWriter& svg, const std::vector<Piece>& pieces, Point at);

}  // namespace pointsman::picture
