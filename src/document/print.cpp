// SPDX-License-Identifier: Apache-2.0
// Writers of YAML and JSON. Our own: yaml-cpp's emitter is slow, and does not quote everything that
// an older reader would take for a number.
#include "document/print.h"

#include <algorithm>
#include <utility>

#include "document/source_text.h"
#include "document/state_section.h"

namespace pointsman::document {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

bool consistsOf(std::string_view text, std::string_view characters) {
  return text.find_first_not_of(characters) == std::string_view::npos;
}

std::string_view withoutSign(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return text;
}

// Integers, floats, dates and YAML 1.1's base-60 numbers ("12:30:45", which a MAC address can look
// like). Two dots make it an address or a version.
bool looksLikeNumber(std::string_view text) {
  const std::string_view digits = withoutSign(text);
  if (digits.empty() || (!isDigit(digits.front()) && digits.front() != '.')) return false;
  if (consistsOf(digits, "0123456789_.:-") && std::ranges::count(digits, '.') <= 1) return true;
  if (digits.starts_with('0') && digits.size() > 2 &&
      std::string_view("xXoObB").find(digits[1]) != std::string_view::npos) {
    return consistsOf(digits.substr(2), "0123456789abcdefABCDEF_");
  }
  if (digits.starts_with('.')) return true;  // .5, .inf, .nan
  const auto exponent = digits.find_first_of("eE");
  return exponent != 0 && exponent != std::string_view::npos &&
         consistsOf(digits.substr(0, exponent), "0123456789_.") &&
         consistsOf(withoutSign(digits.substr(exponent + 1)), "0123456789");
}

bool looksLikeWord(std::string_view text) {
  static constexpr std::string_view kWords[] = {"~",  "null", "true", "false", "yes", "no",
                                                "on", "off",  "y",    "n",     "=",   "<<"};
  if (text.size() > 5) return false;
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return std::ranges::count(kWords, lower) > 0;
}

// Whether YAML reads 'text', written bare in block style, back as it is.
bool readsBackBare(std::string_view text) {
  static constexpr std::string_view kIndicators = "-?:,[]{}#&*!|>'\"%@`. ";
  if (text.empty() || kIndicators.find(text.front()) != std::string_view::npos) return false;
  if (text.back() == ' ' || text.back() == ':') return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < 0x20 || c >= 0x7F) return false;
    if (i + 1 < text.size() &&
        ((c == ':' && text[i + 1] == ' ') || (c == ' ' && text[i + 1] == '#')))
      return false;
  }
  return true;
}

bool isPrintableAscii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7F; });
}

void appendHex(std::string& out, unsigned number, int digits) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
    out += kDigits[(number >> static_cast<unsigned>(shift)) & 15U];
  }
}

// Characters that our reader changes (U+00A0) or that YAML takes for line ends or refuses: C1
// controls, U+2028, U+2029, U+FEFF.
bool mustEscape(unsigned codePoint) {
  return codePoint < 0x20 || (codePoint >= 0x7F && codePoint <= 0xA0) || codePoint == 0x2028 ||
         codePoint == 0x2029 || codePoint == 0xFEFF;
}

unsigned codePointOf(std::string_view character) {
  if (character.size() == 1) return static_cast<unsigned char>(character.front());
  unsigned codePoint = static_cast<unsigned char>(character.front()) & (0x7FU >> character.size());
  for (const char c : character.substr(1)) {
    codePoint = codePoint << 6U | (static_cast<unsigned char>(c) & 0x3FU);
  }
  return codePoint;
}

// A JSON string, which is a double-quoted YAML scalar too. Bytes that are not UTF-8 become U+FFFD.
void appendQuoted(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const std::size_t length = characterLength(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    const unsigned codePoint = length == 0 ? 0xFFFD : codePointOf(character);
    if (codePoint == '"' || codePoint == '\\') {
      out += '\\';
      out += character;
    } else if (codePoint == '\n') {
      out += "\\n";
    } else if (length == 0 || mustEscape(codePoint)) {
      out += "\\u";
      appendHex(out, codePoint, 4);
    } else {
      out += character;
    }
    text.remove_prefix(character.size());
  }
  out += '"';
}

void appendSingleQuoted(std::string& out, std::string_view text) {
  out += '\'';
  for (const char c : text) {
    if (c == '\'') out += '\'';
    out += c;
  }
  out += '\'';
}

void appendYamlText(std::string& out, std::string_view text) {
  if (!isPrintableAscii(text)) {
    appendQuoted(out, text);
  } else if (readsBackBare(text) && !looksLikeNumber(text) && !looksLikeWord(text)) {
    out += text;
  } else {
    appendSingleQuoted(out, text);
  }
}

bool isJsonNumber(std::string_view text) {
  const auto eatDigits = [&] {
    const std::size_t before = text.size();
    while (!text.empty() && isDigit(text.front())) text.remove_prefix(1);
    return text.size() != before;
  };
  if (text.starts_with('-')) text.remove_prefix(1);
  if (text.size() > 1 && text.front() == '0' && isDigit(text[1])) return false;
  if (!eatDigits()) return false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (!eatDigits()) return false;
  }
  if (text.starts_with('e') || text.starts_with('E')) {
    text = withoutSign(text.substr(1));
    if (!eatDigits()) return false;
  }
  return text.empty();
}

bool isJsonWord(std::string_view text) { return text == "true" || text == "false"; }

class YamlWriter {
 public:
  std::string take() && { return std::move(out_); }

  // Writes 'node' as what follows "key:" or "- ", or as the whole document.
  void value(const Node& node, std::size_t indent) {
    switch (node.kind) {
      case Node::Kind::Null:
        out_ += "null\n";
        break;
      case Node::Kind::Scalar:
        scalar(node);
        out_ += '\n';
        break;
      case Node::Kind::Sequence:
        node.items.empty() ? void(out_ += "[]\n") : sequence(node, indent);
        break;
      case Node::Kind::Mapping:
        node.entries.empty() ? void(out_ += "{}\n") : mapping(node, indent);
        break;
    }
  }

 private:
  // What was plain stays plain where it can, and what is text stays text.
  void scalar(const Node& node) {
    const bool bare = isJsonWord(node.text) || isJsonNumber(node.text) || readsBackBare(node.text);
    if (!node.quoted && bare) {
      out_ += node.text;
    } else {
      appendYamlText(out_, node.text);
    }
  }

  static bool isBlock(const Node& node) { return !node.items.empty() || !node.entries.empty(); }

  // The first line's indentation is there already: "- " stands in its place.
  void sequence(const Node& node, std::size_t indent) {
    bool first = true;
    for (const Node& item : node.items) {
      if (!std::exchange(first, false)) out_.append(indent, ' ');
      out_ += "- ";
      value(item, indent + 2);
    }
  }

  void mapping(const Node& node, std::size_t indent) {
    bool first = true;
    for (const Entry& entry : node.entries) {
      if (!std::exchange(first, false)) out_.append(indent, ' ');
      appendYamlText(out_, entry.key);
      out_ += ':';
      if (!isBlock(entry.value)) {
        out_ += ' ';
        value(entry.value, indent);
        continue;
      }
      const std::size_t inner = entry.value.isSequence() ? indent : indent + 2;
      out_ += '\n';
      out_.append(inner, ' ');
      value(entry.value, inner);
    }
  }

  std::string out_;
};

class JsonWriter {
 public:
  std::string take() && {
    out_ += '\n';
    return std::move(out_);
  }

  void value(const Node& node, std::size_t indent) {
    switch (node.kind) {
      case Node::Kind::Null:
        out_ += "null";
        break;
      case Node::Kind::Scalar:
        if (!node.quoted && (isJsonWord(node.text) || isJsonNumber(node.text))) {
          out_ += node.text;
        } else {
          appendQuoted(out_, node.text);
        }
        break;
      case Node::Kind::Sequence:
        list('[', node.items, ']', indent, [&](const Node& item) { value(item, indent + 2); });
        break;
      case Node::Kind::Mapping:
        list('{', node.entries, '}', indent, [&](const Entry& entry) {
          appendQuoted(out_, entry.key);
          out_ += ": ";
          value(entry.value, indent + 2);
        });
        break;
    }
  }

 private:
  template <typename List, typename Write>
  void list(char open, const List& elements, char close, std::size_t indent, Write write) {
    out_ += open;
    bool first = true;
    for (const auto& element : elements) {
      out_ += std::exchange(first, false) ? "\n" : ",\n";
      out_.append(indent + 2, ' ');
      write(element);
    }
    if (!elements.empty()) {
      out_ += '\n';
      out_.append(indent, ' ');
    }
    out_ += close;
  }

  std::string out_;
};

}  // namespace

std::string printYaml(const Node& node) {
  YamlWriter writer;
  writer.value(node, 0);
  return std::move(writer).take();
}

std::string printJson(const Node& node) {
  JsonWriter writer;
  writer.value(node, 0);
  return std::move(writer).take();
}

Node toTree(const DesiredState& desired) { return writeState(desired); }

}  // namespace pointsman::document
