// SPDX-License-Identifier: Apache-2.0
#include "probe/dns_message.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "base/str_cat.h"

namespace pointsman::probe {

namespace {

constexpr std::size_t kLongestName = 253;  // as text, without the last dot
constexpr std::size_t kLongestLabel = 63;
constexpr std::uint16_t kTypeA = 1;
constexpr std::uint16_t kTypeAaaa = 28;
constexpr std::uint16_t kClassInternet = 1;
// Bits of the header's second word (RFC 1035, 4.1.1).
constexpr std::uint16_t kIsResponse = 0x8000;
constexpr std::uint16_t kIsTruncated = 0x0200;
constexpr std::uint16_t kRecursionDesired = 0x0100;
constexpr std::uint16_t kResponseCodeMask = 0x000f;
constexpr std::uint8_t kPointerMark = 0xc0;

std::uint16_t typeOf(IpFamily family) { return family == IpFamily::V4 ? kTypeA : kTypeAaaa; }

bool isLabelCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
}

std::string_view withoutLastDot(std::string_view name) {
  if (name.ends_with('.')) name.remove_suffix(1);
  return name;
}

std::vector<std::string_view> labelsOf(std::string_view name) {
  std::vector<std::string_view> labels;
  name = withoutLastDot(name);
  while (true) {
    const auto dot = name.find('.');
    labels.push_back(name.substr(0, dot));
    if (dot == std::string_view::npos) return labels;
    name.remove_prefix(dot + 1);
  }
}

void put16(std::vector<std::uint8_t>& out, std::uint16_t number) {
  out.push_back(static_cast<std::uint8_t>(number >> 8U));
  out.push_back(static_cast<std::uint8_t>(number & 0xffU));
}

// Takes fields off the front; every take fails when the bytes end first.
class Cursor {
 public:
  explicit Cursor(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::optional<std::span<const std::uint8_t>> take(std::size_t count) {
    if (count > bytes_.size()) return std::nullopt;
    const auto taken = bytes_.first(count);
    bytes_ = bytes_.subspan(count);
    return taken;
  }
  std::optional<std::uint8_t> take8() {
    const auto taken = take(1);
    if (!taken) return std::nullopt;
    return (*taken)[0];
  }
  std::optional<std::uint16_t> take16() {
    const auto taken = take(2);
    if (!taken) return std::nullopt;
    return static_cast<std::uint16_t>(((*taken)[0] << 8U) | (*taken)[1]);
  }

  // Past a name. Where a compression pointer leads does not matter here, so none is followed and
  // none can lead in circles.
  bool skipName() {
    while (const auto length = take8()) {
      if (*length == 0) return true;
      if ((*length & kPointerMark) == kPointerMark) return take(1).has_value();
      if (*length > kLongestLabel || !take(*length)) return false;
    }
    return false;
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

Error malformed(std::string_view why) {
  return Error(ErrorKind::Protocol, strCat("DNS answer ", why));
}

// Names are compared without regard to case (RFC 1035, 2.3.3).
bool sameBytes(std::span<const std::uint8_t> left, std::span<const std::uint8_t> right) {
  return std::ranges::equal(left, right, [](std::uint8_t a, std::uint8_t b) {
    return std::tolower(a) == std::tolower(b);
  });
}

struct Record {
  std::uint16_t type = 0;
  std::uint16_t classNumber = 0;
  std::span<const std::uint8_t> data = {};
};

std::optional<Record> takeRecord(Cursor& cursor) {
  if (!cursor.skipName()) return std::nullopt;
  const auto type = cursor.take16();
  const auto classNumber = cursor.take16();
  const auto timeToLive = cursor.take(4);
  const auto length = cursor.take16();
  if (!type || !classNumber || !timeToLive || !length) return std::nullopt;
  const auto data = cursor.take(*length);
  if (!data) return std::nullopt;
  return Record{*type, *classNumber, *data};
}

// The question comes back as it was asked: a stray or forged answer hardly has it.
bool takeSameQuestion(Cursor& cursor, std::span<const std::uint8_t> asked) {
  const auto echoed = cursor.take(asked.size());
  return echoed && sameBytes(*echoed, asked);
}

}  // namespace

bool isHostName(std::string_view text) {
  const std::string_view name = withoutLastDot(text);
  if (name.empty() || name.size() > kLongestName) return false;
  return std::ranges::all_of(labelsOf(name), [](std::string_view label) {
    return !label.empty() && label.size() <= kLongestLabel &&
           std::ranges::all_of(label, isLabelCharacter);
  });
}

Result<std::vector<std::uint8_t>> encodeQuestion(const DnsQuestion& question) {
  if (!isHostName(question.name)) {
    return Error(ErrorKind::InvalidInput, strCat("'", question.name, "' is not a host name"));
  }
  std::vector<std::uint8_t> out;
  put16(out, question.id);
  put16(out, kRecursionDesired);
  put16(out, 1);  // one question, and no records
  for (int section = 0; section < 3; ++section) put16(out, 0);
  for (const std::string_view label : labelsOf(question.name)) {
    out.push_back(static_cast<std::uint8_t>(label.size()));
    out.insert(out.end(), label.begin(), label.end());
  }
  out.push_back(0);
  put16(out, typeOf(question.family));
  put16(out, kClassInternet);
  return out;
}

Result<DnsAnswer> decodeAnswer(std::span<const std::uint8_t> bytes, const DnsQuestion& question) {
  TRY(const auto asked, encodeQuestion(question));
  constexpr std::size_t kHeaderBytes = 12;
  Cursor cursor(bytes);
  const auto id = cursor.take16();
  const auto flags = cursor.take16();
  const auto questions = cursor.take16();
  const auto answers = cursor.take16();
  if (!cursor.take(4) || !answers) return malformed("is too short");
  if (*id != question.id || (*flags & kIsResponse) == 0) return malformed("belongs to no question");
  DnsAnswer answer{.responseCode = static_cast<std::uint8_t>(*flags & kResponseCodeMask),
                   .truncated = (*flags & kIsTruncated) != 0};
  // Some servers leave the question out when they refuse.
  if (*questions == 0 && answer.responseCode != 0) return answer;
  if (*questions != 1 || !takeSameQuestion(cursor, std::span(asked).subspan(kHeaderBytes))) {
    return malformed("repeats another question");
  }
  for (std::uint16_t count = 0; count < *answers; ++count) {
    const auto record = takeRecord(cursor);
    if (!record && answer.truncated) break;
    if (!record) return malformed("ends inside a record");
    if (record->type != typeOf(question.family) || record->classNumber != kClassInternet) continue;
    if (record->data.size() != bitsOf(question.family) / 8) return malformed("has a short address");
    TRY(const auto address, IpAddress::fromBytes(record->data));
    answer.addresses.push_back(address);
  }
  return answer;
}

std::string explainResponseCode(std::uint8_t code) {
  switch (code) {
    case 0:
      return "no address";
    case 2:
      return "the server failed";
    case 3:
      return "no such name";
    case 5:
      return "refused";
    default:
      return strCat("response code ", code);
  }
}

}  // namespace pointsman::probe
