// SPDX-License-Identifier: Apache-2.0
#include "journal/record.h"

#include <boost/crc.hpp>

#include <array>
#include <charconv>
#include <optional>

#include "base/str_cat.h"

namespace pointsman::journal {

namespace {

// "llllllll cccccccc text\n", both numbers in hexadecimal.
constexpr std::size_t kDigits = 8;
constexpr std::size_t kTextAt = 2 * (kDigits + 1);

std::uint32_t checksumOf(std::string_view text) {
  boost::crc_32_type crc;
  crc.process_bytes(text.data(), text.size());
  return crc.checksum();
}

std::string hexadecimal(std::uint32_t number) {
  std::array<char, kDigits> digits = {};
  const auto [end, code] = std::to_chars(digits.begin(), digits.end(), number, 16);
  (void)code;  // eight digits hold it
  const std::string_view shortest(digits.data(), static_cast<std::size_t>(end - digits.data()));
  return strCat(std::string(kDigits - shortest.size(), '0'), shortest);
}

std::optional<std::uint32_t> parseHexadecimal(std::string_view digits) {
  std::uint32_t number = 0;
  const auto [end, code] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
  if (code != std::errc{} || end != digits.data() + digits.size()) return {};
  return number;
}

// The text in 'line', which is without its newline; empty when the line is not whole.
std::optional<std::string_view> unframe(std::string_view line) {
  if (line.size() < kTextAt || line[kDigits] != ' ' || line[kTextAt - 1] != ' ') return {};
  const auto length = parseHexadecimal(line.substr(0, kDigits));
  const auto checksum = parseHexadecimal(line.substr(kDigits + 1, kDigits));
  const std::string_view text = line.substr(kTextAt);
  if (!length || *length != text.size() || !checksum || *checksum != checksumOf(text)) return {};
  return text;
}

// Whether 'rest', which begins with a record that is not whole, can be what a power cut left of it:
// it is the last one, by its newline or by the length it claims.
bool canBeTorn(std::string_view rest) {
  const std::size_t newline = rest.find('\n');
  if (newline != std::string_view::npos && newline + 1 != rest.size()) return false;
  const auto length =
      rest.size() < kDigits ? std::nullopt : parseHexadecimal(rest.substr(0, kDigits));
  return !length || kTextAt + *length + 1 >= rest.size();
}

}  // namespace

std::string frameRecord(std::string_view text) {
  return strCat(hexadecimal(static_cast<std::uint32_t>(text.size())), " ",
                hexadecimal(checksumOf(text)), " ", text, "\n");
}

Result<Frames> splitRecords(std::string_view bytes) {
  Frames frames;
  while (frames.intactBytes < bytes.size()) {
    const std::string_view rest = bytes.substr(frames.intactBytes);
    const std::size_t newline = rest.find('\n');
    const auto text =
        newline == std::string_view::npos ? std::nullopt : unframe(rest.substr(0, newline));
    if (!text && canBeTorn(rest)) return frames;
    if (!text) {
      return Error{ErrorKind::InvalidInput, strCat("record ", frames.texts.size() + 1, " at byte ",
                                                   frames.intactBytes, " is damaged")};
    }
    frames.texts.push_back(*text);
    frames.intactBytes += newline + 1;
  }
  return frames;
}

}  // namespace pointsman::journal
