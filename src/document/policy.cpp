// SPDX-License-Identifier: Apache-2.0
#include "document/policy.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "base/str_cat.h"
#include "document/policy_expression.h"
#include "document/suggest.h"
#include "document/value.h"

namespace pointsman::document {

namespace {

constexpr std::string_view kOpen = "{{";
constexpr std::string_view kClose = "}}";
// Each capture may hold a copy of the whole state, and each gap be filled with one.
constexpr std::size_t kMostCaptures = 256;
constexpr std::size_t kMostFilledNodes = 500'000;

using Steps = std::span<const std::string>;

std::optional<std::size_t> indexMeantBy(std::string_view step) {
  std::size_t index = 0;
  const auto [end, code] = std::from_chars(step.data(), step.data() + step.size(), index);
  if (code != std::errc{} || end != step.data() + step.size()) return std::nullopt;
  return index;
}

// The node that 'steps' lead to, and how many of them were walked.
std::pair<const Node*, std::size_t> walk(const Node& from, Steps steps) {
  const Node* node = &from;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Node* next = nullptr;
    if (node->isMapping()) {
      next = node->find(steps[i]);
    } else if (const auto index = indexMeantBy(steps[i]); index && *index < node->items.size()) {
      next = &node->items[*index];
    }
    if (next == nullptr) return {nullptr, i};
    node = next;
  }
  return {node, steps.size()};
}

// Whether what 'steps' lead to equals 'wanted'; of a list on the way, whether any element does.
bool matches(const Node& node, Steps steps, const Node& wanted) {
  if (steps.empty()) return sameContent(node, wanted);
  if (node.isMapping()) {
    const Node* next = node.find(steps.front());
    return next != nullptr && matches(*next, steps.subspan(1), wanted);
  }
  if (const auto index = indexMeantBy(steps.front()); index && node.isSequence()) {
    return *index < node.items.size() && matches(node.items[*index], steps.subspan(1), wanted);
  }
  return std::ranges::any_of(node.items,
                             [&](const Node& item) { return matches(item, steps, wanted); });
}

// A tree with nothing but 'content' at the end of the keys 'steps'.
Node wrapped(Steps steps, Node content) {
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    Node map = Node::mapping();
    map.add(*step, std::move(content));
    content = std::move(map);
  }
  return content;
}

// Of the first list on the path, the elements that match; of a path without one, its value when it
// does.
Node filtered(const Node& from, Steps steps, const Node& wanted) {
  const Node* node = &from;
  std::size_t walked = 0;
  for (; walked < steps.size() && node->isMapping(); ++walked) {
    node = node->find(steps[walked]);
    if (node == nullptr) return Node::mapping();
  }
  if (!node->isSequence() || walked == steps.size()) {
    return matches(*node, steps.subspan(walked), wanted) ? wrapped(steps.first(walked), *node)
                                                         : Node::mapping();
  }
  Node kept = Node::sequence();
  std::ranges::copy_if(node->items, std::back_inserter(kept.items), [&](const Node& item) {
    return matches(item, steps.subspan(walked), wanted);
  });
  return wrapped(steps.first(walked), std::move(kept));
}

// Sets 'value' at the end of 'steps', in every element of lists on the way. Null takes the key
// away.
void replace(Node& node, Steps steps, const Node& value) {
  if (node.isSequence()) {
    if (const auto index = indexMeantBy(steps.front())) {
      if (*index >= node.items.size()) return;
      if (steps.size() > 1) {
        replace(node.items[*index], steps.subspan(1), value);
      } else {
        node.items[*index] = value;
      }
      return;
    }
    for (Node& item : node.items) replace(item, steps, value);
    return;
  }
  if (!node.isMapping()) return;
  const auto entry = std::ranges::find(node.entries, steps.front(), &Entry::key);
  if (steps.size() > 1) {
    if (entry != node.entries.end()) replace(entry->value, steps.subspan(1), value);
  } else if (value.isNull()) {
    if (entry != node.entries.end()) node.entries.erase(entry);
  } else if (entry != node.entries.end()) {
    entry->value = value;
  } else {
    node.add(steps.front(), value);
  }
}

// What came from the host has no position; it gets that of the place it fills.
void placeAt(Node& node, Position at) {
  node.at = at;
  for (Node& item : node.items) placeAt(item, at);
  for (Entry& entry : node.entries) {
    entry.keyAt = at;
    placeAt(entry.value, at);
  }
}

std::size_t countNodes(const Node& node) {
  std::size_t count = 1;
  for (const Node& item : node.items) count += countNodes(item);
  for (const Entry& entry : node.entries) count += countNodes(entry.value);
  return count;
}

class PolicyResolver {
 public:
  PolicyResolver(const Node& current, std::string_view fileName)
      : current_(current), fileName_(fileName) {}

  Parsed<Node> resolve(const Node& policy) {
    Node filled = readParts(policy);
    for (const auto& [name, capture] : captures_) evaluate(name, {});
    fill(filled);
    if (!problems_.empty()) return tl::unexpected(std::move(problems_));
    return filled;
  }

 private:
  enum class Progress : std::uint8_t { Waiting, UnderWay, Done, Failed };
  struct Capture {
    const Node* text = nullptr;
    PolicyExpression expression = {};
    Progress progress = Progress::Waiting;
    Node result = {};
  };

  void report(Position at, std::string message, std::string hint = {}) {
    problems_.push_back({.message = std::move(message),
                         .hint = std::move(hint),
                         .where = SourcePosition{std::string(fileName_), at.line, at.column}});
  }
  // The position of a character of a scalar. Exact for what stands on one line without escapes.
  static Position within(const Node& scalar, std::size_t offset) {
    const unsigned quote = scalar.quoted ? 1 : 0;
    return {scalar.at.line, scalar.at.column + quote + static_cast<unsigned>(offset)};
  }
  void report(const Node& scalar, PolicyError error) {
    report(within(scalar, error.offset), std::move(error.message), std::move(error.hint));
  }

  Node readParts(const Node& policy);
  void readCapture(const Entry& entry);
  bool evaluate(const std::string& name, const std::vector<std::string>& waiting);
  std::optional<Node> result(const Capture& capture, const std::vector<std::string>& waiting);
  std::optional<Node> lookUp(const Node& scalar, const PolicyPath& path,
                             const std::vector<std::string>& waiting);
  void fill(Node& node);
  void fillScalar(Node& scalar);
  std::optional<Node> fillGap(const Node& scalar, std::size_t open, std::size_t close);

  const Node& current_;
  std::string_view fileName_;
  std::map<std::string, Capture> captures_;
  std::size_t filledNodes_ = 0;
  Diagnostics problems_;
};

Node PolicyResolver::readParts(const Node& policy) {
  Node desired;
  const Entry* desiredEntry = nullptr;
  for (const Entry& entry : policy.entries) {
    if (entry.key == "capture") {
      if (!entry.value.isMapping() && !entry.value.isNull()) {
        report(entry.keyAt, "'capture' must be a map of names and expressions");
      }
      if (entry.value.entries.size() > kMostCaptures) {
        report(entry.keyAt, strCat("a policy has at most ", kMostCaptures, " captures"));
        continue;
      }
      for (const Entry& each : entry.value.entries) readCapture(each);
    } else if (entry.key == "desired" || entry.key == "desiredState") {
      if (desiredEntry != nullptr) {
        report(entry.keyAt, "'desired' and 'desiredState' are the same setting",
               strCat("keep one; the other stands at line ", desiredEntry->keyAt.line));
      }
      desiredEntry = &entry;
      desired = entry.value;
    } else {
      static constexpr std::string_view kKeys[] = {"capture", "desired", "desiredState"};
      report(entry.keyAt, strCat("a policy has no key '", entry.key, "'"),
             suggestion(entry.key, kKeys));
    }
  }
  if (desiredEntry == nullptr) report(policy.at, "a policy needs 'desired'");
  return desired;
}

void PolicyResolver::readCapture(const Entry& entry) {
  Capture& capture = captures_[entry.key];
  capture.text = &entry.value;
  capture.progress = Progress::Failed;
  if (!entry.value.isScalar()) {
    report(entry.keyAt, strCat("capture '", entry.key, "' must be an expression, not ",
                               nameOfKind(entry.value)));
    return;
  }
  auto expression = parsePolicyExpression(entry.value.text);
  if (!expression) {
    report(entry.value, std::move(expression.error()));
    return;
  }
  capture.expression = std::move(*expression);
  capture.progress = Progress::Waiting;
}

// Depth first, so that each capture is there when another needs it. 'waiting' are those that led
// here. False when it cannot be had, which is reported where it went wrong.
bool PolicyResolver::evaluate(const std::string& name, const std::vector<std::string>& waiting) {
  Capture& capture = captures_.find(name)->second;
  if (capture.progress == Progress::UnderWay) {
    report(capture.text->at, strCat("capture '", name, "' depends on itself"),
           strCat("by way of ", strJoin(waiting, ", ")));
    return false;
  }
  if (capture.progress != Progress::Waiting) return capture.progress == Progress::Done;
  capture.progress = Progress::UnderWay;
  std::vector<std::string> further = waiting;
  further.push_back(name);
  auto found = result(capture, further);
  capture.progress = found ? Progress::Done : Progress::Failed;
  if (found) capture.result = std::move(*found);
  return found.has_value();
}

std::optional<Node> PolicyResolver::result(const Capture& capture,
                                           const std::vector<std::string>& waiting) {
  const PolicyExpression& expression = capture.expression;
  std::optional<Node> source;
  if (expression.source) {
    source = lookUp(*capture.text, *expression.source, waiting);
    if (!source) return std::nullopt;
  }
  const Node& from = source ? *source : current_;
  Node operand = expression.operand.literal;
  if (expression.operand.reference) {
    auto found = lookUp(*capture.text, *expression.operand.reference, waiting);
    if (!found) return std::nullopt;
    operand = std::move(*found);
  }
  switch (expression.operation) {
    case PolicyOperator::Equal:
      return filtered(from, expression.path.steps, operand);
    case PolicyOperator::Replace: {
      Node replaced = from;
      replace(replaced, expression.path.steps, operand);
      return replaced;
    }
    case PolicyOperator::Keep:
      break;
  }
  if (!captureOf(expression.path).empty()) return lookUp(*capture.text, expression.path, waiting);
  const auto [node, walked] = walk(from, expression.path.steps);
  return node == nullptr ? Node::mapping() : wrapped(expression.path.steps, *node);
}

std::optional<Node> PolicyResolver::lookUp(const Node& scalar, const PolicyPath& path,
                                           const std::vector<std::string>& waiting) {
  const std::string name(captureOf(path));
  if (name.empty()) {
    report(scalar, {path.offset, strCat("'", toString(path), "' does not begin with 'capture.'"),
                    "only captures can be referred to"});
    return std::nullopt;
  }
  if (!captures_.contains(name)) {
    std::vector<std::string_view> known;
    for (const auto& [each, capture] : captures_) known.push_back(each);
    report(scalar,
           {path.offset, strCat("there is no capture '", name, "'"), suggestion(name, known)});
    return std::nullopt;
  }
  if (!evaluate(name, waiting)) return std::nullopt;
  const Steps steps = Steps(path.steps).subspan(2);
  const auto [node, walked] = walk(captures_.find(name)->second.result, steps);
  if (node == nullptr) {
    report(scalar, {path.offset,
                    strCat("capture '", name, "' found nothing at '",
                           strJoin(steps.first(walked + 1), "."), "'"),
                    "the host has nothing that its expression asks for"});
    return std::nullopt;
  }
  return *node;
}

void PolicyResolver::fill(Node& node) {
  if (node.isScalar()) {
    fillScalar(node);
    return;  // what was put there is the host's, not a template
  }
  for (Node& item : node.items) fill(item);
  for (Entry& entry : node.entries) fill(entry.value);
}

// A gap that is the whole value takes whatever was captured; within text, single values only.
void PolicyResolver::fillScalar(Node& scalar) {
  std::string text;
  std::size_t done = 0;
  for (std::size_t open = 0; (open = scalar.text.find(kOpen, done)) != std::string::npos;) {
    const std::size_t close = scalar.text.find(kClose, open);
    if (close == std::string::npos) {
      report(scalar, {open, "'{{' is not closed by '}}'", ""});
      return;
    }
    auto value = fillGap(scalar, open, close);
    if (!value) return;
    if (open == 0 && close + kClose.size() == scalar.text.size()) {
      placeAt(*value, scalar.at);
      scalar = std::move(*value);
      return;
    }
    if (!value->isScalar()) {
      report(scalar,
             {open, strCat("only a single value can stand within text, not ", nameOfKind(*value)),
              ""});
      return;
    }
    strAppend(text, std::string_view(scalar.text).substr(done, open - done), value->text);
    done = close + kClose.size();
  }
  if (done != 0) scalar.text = strCat(text, std::string_view(scalar.text).substr(done));
}

std::optional<Node> PolicyResolver::fillGap(const Node& scalar, std::size_t open,
                                            std::size_t close) {
  const std::size_t begin = open + kOpen.size();
  const auto path =
      parsePolicyPath(std::string_view(scalar.text).substr(begin, close - begin), begin);
  if (!path) {
    report(scalar, path.error());
    return std::nullopt;
  }
  auto value = lookUp(scalar, *path, {});
  if (value) filledNodes_ += countNodes(*value);
  if (filledNodes_ > kMostFilledNodes) {
    report(
        scalar,
        {open, strCat("what fills this policy has more than ", kMostFilledNodes, " values"), ""});
    return std::nullopt;
  }
  return value;
}

}  // namespace

bool isPolicy(const Node& root) {
  return root.find("capture") != nullptr || root.find("desired") != nullptr ||
         root.find("desiredState") != nullptr;
}

Parsed<Node> resolvePolicy(const Node& policy, const Node& current, std::string_view fileName) {
  return PolicyResolver(current, fileName).resolve(policy);
}

}  // namespace pointsman::document
