// SPDX-License-Identifier: Apache-2.0
#include "picture/text.h"

#include <algorithm>
#include <array>

namespace pointsman::picture {
namespace {

constexpr char32_t kReplacement = 0xFFFD;
constexpr std::string_view kReplacementUtf8 = "\xEF\xBF\xBD";
constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

struct CodePoint {
  char32_t value = kReplacement;
  std::size_t length = 1;  // bytes taken from the input, also when they are broken
};

// The code point that 'text' starts with; a broken sequence counts as one byte, as browsers do.
CodePoint decodeFirst(std::string_view text) {
  const auto byteAt = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byteAt(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {};
  char32_t value = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byteAt(i) & 0xC0U) != 0x80) return {};
    value = (value << 6) | (byteAt(i) & 0x3FU);
  }
  constexpr std::array<char32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < kSmallest[length] || value > 0x10FFFF || surrogate) return {};
  return {value, length};
}

// Controls of C0 and C1, and the format characters that hide or reorder what stands around them:
// with those a name could pretend to be another one (Unicode TR 36, 2.5).
bool isInvisible(char32_t c) {
  const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD;
  const bool format = (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
                      (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || c == 0x061C;
  const bool outside = (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF) || c >= 0xE0000;
  return control || format || outside;
}

// Thousandths of the font size, from space to tilde.
constexpr std::array<std::uint16_t, 95> kRegular = {
    318,  401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337,  //
    636,  636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531,  //
    1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787,  //
    603,  787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500,  //
    500,  613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,  //
    635,  635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838};
constexpr std::array<std::uint16_t, 95> kBold = {
    348,  456, 521, 838, 696, 1002, 872, 306,  457, 457, 523, 838, 380, 415,  380, 365,  //
    696,  696, 696, 696, 696, 696,  696, 696,  696, 696, 400, 400, 838, 838,  838, 580,  //
    1000, 774, 762, 734, 830, 683,  683, 821,  837, 372, 372, 775, 637, 995,  837, 850,  //
    733,  850, 770, 720, 682, 812,  774, 1103, 771, 724, 725, 457, 365, 457,  838, 500,  //
    500,  675, 716, 593, 716, 678,  435, 716,  712, 343, 343, 665, 343, 1042, 712, 687,  //
    716,  716, 493, 595, 478, 712,  652, 924,  645, 652, 582, 712, 365, 712,  838};
// The middle dot, which separates most of our pieces; other characters beyond ASCII are taken as
// wide ones.
constexpr char32_t kMiddleDot = 0xB7;
constexpr int kWideAdvance = 1050;

int advance(char32_t c, Weight weight) {
  const auto& table = weight == Weight::Bold ? kBold : kRegular;
  if (c == kMiddleDot) return table[0];
  if (c < 0x20 || c > 0x7E) return kWideAdvance;
  return table[c - 0x20];
}

}  // namespace

std::string toVisibleText(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const CodePoint point = decodeFirst(text);
    out += isInvisible(point.value) || point.value == kReplacement ? kReplacementUtf8
                                                                   : text.substr(0, point.length);
    text.remove_prefix(point.length);
  }
  return out;
}

std::string toShortText(std::string_view text, std::size_t mostCharacters) {
  // Cut before cleaning: a megabyte of a name must not be walked for thirty characters of it.
  std::size_t end = 0;
  std::size_t lastKept = 0;
  for (std::size_t count = 0; end < text.size(); ++count) {
    if (count == mostCharacters) return toVisibleText(text.substr(0, lastKept)).append(kEllipsis);
    lastKept = end;
    end += decodeFirst(text.substr(end)).length;
  }
  return toVisibleText(text);
}

bool naturallyLess(std::string_view a, std::string_view b) {
  const auto digits = [](std::string_view text) {
    return std::min(text.find_first_not_of("0123456789"), text.size());
  };
  while (!a.empty() && !b.empty()) {
    const std::size_t inA = digits(a);
    const std::size_t inB = digits(b);
    // Without leading zeros the longer number is the larger one.
    const std::string_view numberA =
        a.substr(0, inA).substr(std::min(a.find_first_not_of('0'), inA));
    const std::string_view numberB =
        b.substr(0, inB).substr(std::min(b.find_first_not_of('0'), inB));
    if (inA > 0 && inB > 0) {
      if (numberA.size() != numberB.size()) return numberA.size() < numberB.size();
      if (numberA != numberB) return numberA < numberB;
      if (inA != inB) return inA < inB;
    } else if (a.front() != b.front()) {
      return a.front() < b.front();
    }
    a.remove_prefix(std::max<std::size_t>(inA, 1));
    b.remove_prefix(std::max<std::size_t>(inB, 1));
  }
  return a.empty() && !b.empty();
}

std::string escapeXml(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

int textWidth(std::string_view text, int fontSize, Weight weight) {
  long long thousandths = 0;
  while (!text.empty()) {
    const CodePoint point = decodeFirst(text);
    thousandths += advance(point.value, weight);
    text.remove_prefix(point.length);
  }
  return static_cast<int>((thousandths * fontSize + 999) / 1000);
}

}  // namespace pointsman::picture
