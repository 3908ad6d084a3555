// SPDX-License-Identifier: Apache-2.0
#include "picture/pieces.h"

#include "picture/text.h"
#include "picture/theme.h"

namespace pointsman::picture {
namespace {

constexpr int kPieceGap = 9;
constexpr int kBadgePadding = 5;

std::string_view toneClass(Tone tone) {
  switch (tone) {
    case Tone::Plain:
      return "plain";
    case Tone::Strong:
      return "strong";
    case Tone::Muted:
      return "muted";
    case Tone::Address:
      return "address";
    case Tone::Vlan:
      return "badge";
    case Tone::Route:
      return "route";
    case Tone::Fault:
      return "fault";
  }
  return "plain";
}

int pieceWidth(const Piece& piece) {
  switch (piece.tone) {
    case Tone::Vlan:
      return textWidth(piece.text, kSmallFont, Weight::Regular) + 2 * kBadgePadding;
    case Tone::Plain:
    case Tone::Muted:
      return textWidth(piece.text, kBodyFont, Weight::Regular);
    case Tone::Strong:
    case Tone::Address:
    case Tone::Route:
    case Tone::Fault:
      return textWidth(piece.text, kBodyFont, Weight::Bold);
  }
  return 0;
}

}  // namespace

int piecesWidth(const std::vector<Piece>& pieces) {
  int width = 0;
  for (const Piece& piece : pieces) width += pieceWidth(piece) + kPieceGap;
  return pieces.empty() ? 0 : width - kPieceGap;
}

void paintPieces(SvgWriter& svg, const std::vector<Piece>& pieces, Point at) {
  for (const Piece& piece : pieces) {
    const int width = pieceWidth(piece);
    if (piece.tone == Tone::Vlan) {
      svg.rect({at.x, at.y - 11, width, 15}, 4, "badge-box");
      svg.text({at.x + kBadgePadding, at.y}, piece.text, "badge");
    } else {
      svg.text(at, piece.text, toneClass(piece.tone));
    }
    at.x += width + kPieceGap;
  }
}

}  // namespace pointsman::picture
