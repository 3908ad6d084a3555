// SPDX-License-Identifier: Apache-2.0
#include "document/policy_expression.h"

#include <algorithm>
#include <utility>

#include "base/str_cat.h"

namespace pointsman::document {

namespace {

bool isStepCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_';
}

// Reads one expression from left to right; the first thing that does not fit ends it.
class ExpressionReader {
 public:
  explicit ExpressionReader(std::string_view text) : text_(text) {}

  tl::expected<PolicyExpression, PolicyError> expression() {
    PolicyExpression read;
    if (!path(read.path)) return failure();
    if (eat("|")) {
      if (captureOf(read.path).empty()) {
        return fail(read.path.offset, "before '|' stands a capture", "such as 'capture.gw | …'");
      }
      read.source = std::exchange(read.path, {});
      if (!path(read.path)) return failure();
    }
    if (eat("==")) {
      read.operation = PolicyOperator::Equal;
    } else if (eat(":=")) {
      read.operation = PolicyOperator::Replace;
    }
    if (read.operation != PolicyOperator::Keep && !operand(read.operand)) return failure();
    if (!atEnd()) return fail(position_, "the expression should end here", whatFollows());
    return read;
  }

  tl::expected<PolicyPath, PolicyError> pathOnly() {
    PolicyPath read;
    if (!path(read)) return failure();
    if (!atEnd()) return fail(position_, "the path should end here", "");
    return read;
  }

 private:
  void skipBlanks() {
    while (position_ < text_.size() && (text_[position_] == ' ' || text_[position_] == '\t'))
      ++position_;
  }
  bool atEnd() {
    skipBlanks();
    return position_ == text_.size();
  }
  bool eat(std::string_view token) {
    skipBlanks();
    if (!text_.substr(position_).starts_with(token)) return false;
    position_ += token.size();
    return true;
  }

  bool note(std::size_t offset, std::string message, std::string hint = {}) {
    error_ = {offset, std::move(message), std::move(hint)};
    return false;
  }
  tl::unexpected<PolicyError> failure() { return tl::unexpected(std::move(error_)); }
  tl::unexpected<PolicyError> fail(std::size_t offset, std::string message, std::string hint) {
    return tl::unexpected(PolicyError{offset, std::move(message), std::move(hint)});
  }

  [[nodiscard]] std::string whatFollows() const {
    if (text_[position_] == '|') return "one '|' only, at the beginning";
    return text_[position_] == '=' ? "'==' compares and ':=' sets" : "";
  }

  std::string word() {
    const std::size_t begin = position_;
    while (position_ < text_.size() && isStepCharacter(text_[position_])) ++position_;
    return std::string(text_.substr(begin, position_ - begin));
  }

  bool path(PolicyPath& into) {
    skipBlanks();
    into.offset = position_;
    do {
      std::string step = word();
      if (step.empty())
        return note(position_, "a path is expected here", "such as interfaces.name");
      into.steps.push_back(std::move(step));
    } while (position_ < text_.size() && text_[position_] == '.' && ++position_ != 0);
    return true;
  }

  bool quoted(char quote, PolicyOperand& into) {
    const std::size_t begin = position_ + 1;
    const std::size_t end = text_.find(quote, begin);
    if (end == std::string_view::npos) return note(position_, "the quotation mark is not closed");
    into.literal = Node::ofText(text_.substr(begin, end - begin));
    position_ = end + 1;
    return true;
  }

  bool operand(PolicyOperand& into) {
    if (atEnd()) return note(position_, "a value is expected here");
    const char c = text_[position_];
    if (c == '"' || c == '\'') return quoted(c, into);
    const std::size_t begin = position_;
    PolicyPath read;
    if (!path(read))
      return note(begin, "a value is expected here", "text stands in quotation marks");
    if (!captureOf(read).empty()) {
      into.reference = std::move(read);
      return true;
    }
    const std::string_view literal = text_.substr(begin, position_ - begin);
    const bool number = literal.find_first_not_of("0123456789-") == std::string_view::npos;
    if (literal == "null") return true;
    if (!number && literal != "true" && literal != "false") {
      return note(begin, strCat("'", literal, "' is neither a number nor a capture"),
                  "text stands in quotation marks");
    }
    into.literal = Node::ofPlain(literal);
    return true;
  }

  std::string_view text_;
  std::size_t position_ = 0;
  PolicyError error_;
};

}  // namespace

tl::expected<PolicyExpression, PolicyError> parsePolicyExpression(std::string_view text) {
  return ExpressionReader(text).expression();
}

tl::expected<PolicyPath, PolicyError> parsePolicyPath(std::string_view text, std::size_t offset) {
  auto path = ExpressionReader(text).pathOnly();
  if (path) {
    path->offset += offset;
  } else {
    path.error().offset += offset;
  }
  return path;
}

std::string_view captureOf(const PolicyPath& path) {
  if (path.steps.size() < 2 || path.steps.front() != "capture") return {};
  return path.steps[1];
}

std::string toString(const PolicyPath& path) { return strJoin(path.steps, "."); }

}  // namespace pointsman::document
