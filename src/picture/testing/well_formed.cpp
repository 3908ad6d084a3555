// SPDX-License-Identifier: Apache-2.0
#include "picture/testing/well_formed.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <vector>

#include "base/str_cat.h"

namespace pointsman::picture {
namespace {

// "amp", "#160": one of the five of XML, or a number.
bool isEntity(std::string_view name) {
  static const std::set<std::string_view> kNamed = {"amp", "lt", "gt", "quot", "apos"};
  if (kNamed.contains(name)) return true;
  return name.size() > 1 && name.front() == '#' &&
         std::all_of(name.begin() + 1, name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string textProblem(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte < 0x20 && byte != '\n') || byte == 0x7F) return strCat("control character at ", i);
    if (text[i] == '<') return "'<' in text";
    if (text[i] != '&') continue;
    const auto end = text.find(';', i);
    if (end == std::string_view::npos || !isEntity(text.substr(i + 1, end - i - 1))) {
      return strCat("bad entity at ", text.substr(i, 12));
    }
  }
  return {};
}

// The attributes of a tag: name="value" with spaces between.
std::string attributesProblem(std::string_view text) {
  std::set<std::string> names;
  while (true) {
    const auto start = text.find_first_not_of(" \n");
    if (start == std::string_view::npos) return {};
    text.remove_prefix(start);
    const auto equals = text.find("=\"");
    if (equals == std::string_view::npos) return strCat("no value in '", text, "'");
    const auto name = text.substr(0, equals);
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == ':';
    });
    if (!plain || name.empty()) return strCat("bad attribute name '", name, "'");
    if (!names.emplace(name).second) return strCat("attribute twice: ", name);
    const auto end = text.find('"', equals + 2);
    if (end == std::string_view::npos) return "unterminated attribute";
    if (auto problem = textProblem(text.substr(equals + 2, end - equals - 2)); !problem.empty()) {
      return problem;
    }
    text.remove_prefix(end + 1);
  }
}

// Where the tag that starts at text[0] ends: '>' outside of quotes.
std::size_t tagEnd(std::string_view text) {
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (text[i] == '>' && !quoted) return i;
  }
  return std::string_view::npos;
}

// Elements and text, with every element closed by its own name.
std::string contentProblem(std::string_view text) {
  std::vector<std::string> open;
  while (!text.empty()) {
    const auto tag = std::min(text.find('<'), text.size());
    if (auto problem = textProblem(text.substr(0, tag)); !problem.empty()) return problem;
    text.remove_prefix(tag);
    if (text.empty()) break;
    const auto end = tagEnd(text);
    if (end == std::string_view::npos) return "unterminated tag";
    std::string_view inside = text.substr(1, end - 1);
    text.remove_prefix(end + 1);
    if (inside.starts_with('/')) {
      if (open.empty() || open.back() != inside.substr(1)) return strCat("stray end of ", inside);
      open.pop_back();
      continue;
    }
    const bool closed = inside.ends_with('/');
    if (closed) inside.remove_suffix(1);
    const auto nameEnd = std::min(inside.find_first_of(" \n"), inside.size());
    if (nameEnd == 0) return "tag without a name";
    if (auto problem = attributesProblem(inside.substr(nameEnd)); !problem.empty()) return problem;
    if (!closed) open.emplace_back(inside.substr(0, nameEnd));
  }
  return open.empty() ? "" : strCat("not closed: ", open.back());
}

std::string between(std::string_view text, std::string_view before, std::string_view after) {
  const auto start = text.find(before);
  if (start == std::string_view::npos) return {};
  const auto end = text.find(after, start + before.size());
  return std::string(text.substr(start + before.size(), end - start - before.size()));
}

void notePorts(std::string_view line, std::set<std::string>& ends) {
  const std::string node(line.substr(2, line.find(' ', 2) - 2));
  constexpr std::string_view kPort = "PORT=\"";
  for (auto at = line.find(kPort); at != std::string_view::npos; at = line.find(kPort, at + 1)) {
    const auto end = line.find('"', at + kPort.size());
    ends.insert(strCat(node, ":", line.substr(at + kPort.size(), end - at - kPort.size())));
  }
}

// "  n1:r2:e -- n3:title:w […];"
std::string edgeProblem(std::string_view line, const std::set<std::string>& ends) {
  const std::string from = between(line, "  ", ":e -- ");
  const std::string to = between(line, " -- ", ":w [");
  if (!ends.contains(from)) return strCat("edge from nowhere: ", line);
  if (!ends.contains(to)) return strCat("edge to nowhere: ", line);
  return line.ends_with("];") ? "" : strCat("edge not ended: ", line);
}

}  // namespace

std::string findXmlProblem(std::string_view text) {
  if (!text.starts_with("<svg ")) return "does not start with <svg";
  if (text.find("</svg>\n") != text.size() - 7) return "does not end with </svg>";
  text.remove_suffix(1);
  return contentProblem(text);
}

std::string findDotProblem(std::string_view text) {
  if (!text.starts_with("graph host {\n") || !text.ends_with("\n}\n")) return "no graph { }";
  std::set<std::string> ends;
  while (!text.empty()) {
    const auto end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    const auto label = line.find("label=<");
    if (label != std::string_view::npos) {
      const auto labelEnd = line.rfind(">]");
      if (labelEnd == std::string_view::npos) return strCat("label not ended: ", line);
      const auto content = line.substr(label + 7, labelEnd - label - 7);
      if (auto problem = contentProblem(content); !problem.empty()) return problem;
      if (line.find('\\') != std::string_view::npos) return strCat("backslash in label: ", line);
      if (line.starts_with("  n")) notePorts(line, ends);
    } else if (line.find(" -- ") != std::string_view::npos) {
      if (auto problem = edgeProblem(line, ends); !problem.empty()) return problem;
    }
  }
  return {};
}

}  // namespace pointsman::picture
