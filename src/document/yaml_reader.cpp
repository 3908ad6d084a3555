// SPDX-License-Identifier: Apache-2.0
// parseTree(): yaml-cpp's events become Nodes. The only file that knows yaml-cpp, whose exceptions
// end here. Events rather than its own nodes, because the limits must hold while it reads.
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

#include "document/source_text.h"
#include "document/tree.h"

namespace pointsman::document {

namespace {

constexpr std::string_view kMergeKey = "<<";
// YAML allows 1024 characters in a key that is followed by its colon; escaped, each may take six.
constexpr std::size_t kLongestKey = 160;
constexpr std::string_view kYamlTag = "tag:yaml.org,2002:";

// A map or list that has begun and not ended.
struct Open {
  Node node = {};
  YAML::anchor_t anchor = 0;
  std::size_t nodesBefore = 0;
  std::optional<Entry> pending = {};  // a key whose value comes next
  bool pendingMerge = false;          // that key is a plain <<
  std::vector<Node> merges = {};
};

struct Anchored {
  Node node = {};
  std::size_t nodes = 0;
};

class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(std::string_view text, std::string_view fileName, const TreeLimits& limits)
      : columns_(text), fileName_(fileName), limits_(limits) {}

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, Node::sequence());
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, Node::mapping());
  }
  void OnMapEnd() override;

  Parsed<Node> take() && {
    if (!problems_.empty()) return tl::unexpected(std::move(problems_));
    return std::move(root_);
  }
  Diagnostics takeProblemsAnd(const YAML::Exception& failure);

 private:
  Position positionOf(const YAML::Mark& mark);
  void report(Position at, std::string message, std::string hint = {});
  void count(const YAML::Mark& mark, std::size_t nodes);
  void checkTag(const YAML::Mark& mark, const std::string& tag) const;
  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, Node node);
  void close();
  void place(Node node);
  void placeKey(Open& parent, Node key);
  void placeInMapping(Open& parent, Node value);
  void remember(YAML::anchor_t anchor, const Node& node, std::size_t nodes);
  void merge(Open& mapping);
  void checkDuplicates(const Node& mapping);

  ColumnCounter columns_;
  std::string_view fileName_;
  TreeLimits limits_;
  Diagnostics problems_;
  std::vector<Open> stack_;
  std::map<YAML::anchor_t, Anchored> anchors_;
  std::size_t nodes_ = 0;   // of the tree, aliases expanded
  std::size_t copied_ = 0;  // kept a second time for anchors
  unsigned documents_ = 0;
  Node root_;
};

// yaml-cpp offers no other way to stop it than an exception, which parseTree() catches.
struct Stop : YAML::ParserException {
  using YAML::ParserException::ParserException;
};
[[noreturn]] void stop(const YAML::Mark& mark, const std::string& message) {
  throw Stop(mark, message);
}

// A second, empty document is what an end mark leaves. A third one is yaml-cpp 0.7 not getting past
// a token that cannot begin anything, such as a comma: it would go on for ever.
void TreeBuilder::OnDocumentStart(const YAML::Mark& mark) {
  if (++documents_ > 2) stop(mark, "this cannot stand here");
}

Position TreeBuilder::positionOf(const YAML::Mark& mark) {
  if (mark.is_null()) return {1, 1};
  return {
      static_cast<unsigned>(mark.line) + 1,
      columns_.columnAt(static_cast<std::size_t>(mark.pos), static_cast<std::size_t>(mark.column))};
}

void TreeBuilder::report(Position at, std::string message, std::string hint) {
  problems_.push_back({.message = std::move(message),
                       .hint = std::move(hint),
                       .where = SourcePosition{std::string(fileName_), at.line, at.column}});
}

Diagnostics TreeBuilder::takeProblemsAnd(const YAML::Exception& failure) {
  const bool ours = dynamic_cast<const Stop*>(&failure) != nullptr;
  report(positionOf(failure.mark), ours ? failure.msg : strCat("not valid YAML: ", failure.msg),
         ours ? "" : "look at the indentation and the quotation marks here and just above");
  return std::move(problems_);
}

void TreeBuilder::count(const YAML::Mark& mark, std::size_t nodes) {
  // A second document is refused, but an end mark may open an empty one.
  if (documents_ > 1) stop(mark, "a second document begins here; one file holds one document");
  nodes_ += nodes;
  if (nodes_ > limits_.nodes || copied_ > limits_.nodes) {
    stop(mark, strCat("the document has more than ", limits_.nodes,
                      " values once its aliases are expanded"));
  }
}

void TreeBuilder::checkTag(const YAML::Mark& mark, const std::string& tag) const {
  if (tag.empty() || tag == "?" || tag == "!") return;
  static constexpr std::string_view kKnown[] = {"str",  "int", "float", "bool",
                                                "null", "map", "seq"};
  const std::string_view name = tag;
  if (name.starts_with(kYamlTag) && std::ranges::count(kKnown, name.substr(kYamlTag.size())) > 0) {
    return;
  }
  stop(mark, strCat("the tag ", tag, " has no meaning in a network document"));
}

void TreeBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  if (documents_ > 1 && stack_.empty()) return;
  count(mark, 1);
  Node node;
  node.at = positionOf(mark);
  remember(anchor, node, 1);
  place(std::move(node));
}

void TreeBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
  const auto found = anchors_.find(anchor);
  if (found == anchors_.end()) stop(mark, "this alias stands inside what it refers to");
  // Counted before copying: the limit is there so that the copy is never made.
  count(mark, found->second.nodes);
  place(found->second.node);
}

void TreeBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                           const std::string& value) {
  checkTag(mark, tag);
  count(mark, 1);
  Node node = Node::ofPlain(value);
  node.quoted = tag == "!" || (tag.starts_with(kYamlTag) && tag.ends_with(":str"));
  node.at = positionOf(mark);
  remember(anchor, node, 1);
  place(std::move(node));
}

void TreeBuilder::open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       Node node) {
  checkTag(mark, tag);
  count(mark, 1);
  if (stack_.size() >= limits_.depth) {
    stop(mark, strCat("maps and lists are nested more than ", limits_.depth, " deep"));
  }
  node.at = positionOf(mark);
  stack_.push_back({.node = std::move(node), .anchor = anchor, .nodesBefore = nodes_ - 1});
}

void TreeBuilder::close() {
  Open ended = std::move(stack_.back());
  stack_.pop_back();
  remember(ended.anchor, ended.node, nodes_ - ended.nodesBefore);
  place(std::move(ended.node));
}

void TreeBuilder::OnMapEnd() {
  checkDuplicates(stack_.back().node);
  merge(stack_.back());
  close();
}

void TreeBuilder::remember(YAML::anchor_t anchor, const Node& node, std::size_t nodes) {
  if (anchor == YAML::NullAnchor) return;
  copied_ += nodes;
  if (copied_ <= limits_.nodes) anchors_.insert_or_assign(anchor, Anchored{node, nodes});
}

void TreeBuilder::place(Node node) {
  if (stack_.empty()) {
    root_ = std::move(node);
  } else if (stack_.back().node.isSequence()) {
    stack_.back().node.items.push_back(std::move(node));
  } else if (!stack_.back().pending) {
    placeKey(stack_.back(), std::move(node));
  } else {
    placeInMapping(stack_.back(), std::move(node));
  }
}

void TreeBuilder::placeKey(Open& parent, Node key) {
  if (!key.isScalar()) {
    report(key.at, strCat("a key must be text, not ", nameOfKind(key)), "quote it");
  }
  if (key.text.size() > kLongestKey) {
    report(key.at, strCat("a key has at most ", kLongestKey, " characters"));
  }
  parent.pendingMerge = key.isScalar() && !key.quoted && key.text == kMergeKey;
  parent.pending = Entry{std::move(key.text), key.at, {}};
}

void TreeBuilder::placeInMapping(Open& parent, Node value) {
  Entry entry = *std::exchange(parent.pending, std::nullopt);
  if (parent.pendingMerge) {
    const bool list = value.isSequence();
    const bool mergeable =
        list ? std::ranges::all_of(value.items, &Node::isMapping) : value.isMapping();
    if (!mergeable) {
      report(entry.keyAt, strCat("<< takes a map or a list of maps, not ", nameOfKind(value)));
    } else if (list) {
      std::ranges::move(value.items, std::back_inserter(parent.merges));
    } else {
      parent.merges.push_back(std::move(value));
    }
    return;
  }
  // yaml-cpp marks a missing value where the next token stands, often a line further down.
  if (value.isNull()) value.at = entry.keyAt;
  entry.value = std::move(value);
  parent.node.entries.push_back(std::move(entry));
}

// What the map says itself wins over what it merges, and of several the first named
// (yaml.org/type/merge.html).
void TreeBuilder::merge(Open& mapping) {
  if (mapping.merges.empty()) return;
  std::vector<Entry>& entries = mapping.node.entries;
  std::map<std::string, std::size_t, std::less<>> known;
  for (const Entry& entry : entries) known.emplace(entry.key, known.size());
  for (Node& merged : mapping.merges) {
    for (Entry& entry : merged.entries) {
      if (known.emplace(entry.key, known.size()).second) entries.push_back(std::move(entry));
    }
  }
}

void TreeBuilder::checkDuplicates(const Node& mapping) {
  std::vector<const Entry*> sorted;
  sorted.reserve(mapping.entries.size());
  for (const Entry& entry : mapping.entries) sorted.push_back(&entry);
  std::ranges::stable_sort(sorted, {},
                           [](const Entry* entry) -> std::string_view { return entry->key; });
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i]->key != sorted[i - 1]->key) continue;
    const Position first = sorted[i - 1]->keyAt;
    report(sorted[i]->keyAt, strCat("key '", sorted[i]->key, "' is written twice in this map"),
           strCat("it stands at line ", first.line, ", column ", first.column, " already"));
  }
}

}  // namespace

Parsed<Node> parseTree(std::string_view text, std::string_view fileName, const TreeLimits& limits) {
  if (text.size() > limits.bytes) {
    return tl::unexpected(
        Diagnostics{{.message = strCat("the document is larger than ", limits.bytes, " bytes"),
                     .where = SourcePosition{std::string(fileName), 1, 1}}});
  }
  const Parsed<std::string> plain = plainText(text, fileName);
  if (!plain) return tl::unexpected(plain.error());
  TreeBuilder builder(*plain, fileName, limits);
  try {
    std::istringstream stream(*plain);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& failure) {
    return tl::unexpected(builder.takeProblemsAnd(failure));
  }
  return std::move(builder).take();
}

}  // namespace pointsman::document
