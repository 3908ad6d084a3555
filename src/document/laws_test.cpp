// SPDX-License-Identifier: Apache-2.0
// What holds for every state, tried on many made at random from a fixed seed.
#include <gtest/gtest.h>

#include "document/print.h"
#include "document/testing/desired_generator.h"
#include "document/testing/expect.h"
#include "document/testing/observed_generator.h"

namespace pointsman::document {
namespace {

constexpr std::uint64_t kSeed = 20240229;
constexpr int kStates = 400;

TEST(DesiredStateLaw, PrintedAndParsedIsTheSame) {
  RecordProperty("seed", strCat(kSeed));
  DesiredGenerator generator(kSeed);
  for (int i = 0; i < kStates; ++i) {
    SCOPED_TRACE(strCat("seed ", kSeed, ", state ", i));
    const DesiredState desired = generator.state();
    const Node tree = toTree(desired);
    for (const std::string& text : {printYaml(tree), printJson(tree)}) {
      const Document read = mustParse(text);
      ASSERT_EQ(read.desired, desired) << text;
      ASSERT_TRUE(read.warnings.empty()) << text;
    }
  }
}

TEST(ObservedStateLaw, PrintsAsAValidDocumentThatAsksForWhatIsThere) {
  RecordProperty("seed", strCat(kSeed));
  ObservedGenerator generator(kSeed);
  for (int i = 0; i < kStates; ++i) {
    SCOPED_TRACE(strCat("seed ", kSeed, ", host ", i));
    const ObservedState host = generator.state();
    const std::string text = printYaml(toTree(host));
    const Document read = mustParse(text);
    ASSERT_EQ(read.desired, describe(host)) << text;
    ASSERT_TRUE(read.warnings.empty()) << text;
  }
}

TEST(TreeLaw, PrintedAndParsedKeepsEveryScalar) {
  RandomChoice random(kSeed);
  for (int i = 0; i < 500; ++i) {
    Node tree = Node::mapping();
    Node& list = tree.add(strCat(i, random.text()), Node::sequence());
    list.items.push_back(Node::ofText(random.text()));
    list.items.push_back(Node::sequence());
    list.items.back().items.push_back(Node::ofText(random.text()));
    list.items.back().items.push_back(Node::mapping());
    list.items.emplace_back(Node::mapping()).add(random.text(), Node::of(i));
    list.items.emplace_back();
    for (const std::string& text : {printYaml(tree), printJson(tree)}) {
      const Node read = mustParseTree(text);
      ASSERT_TRUE(sameContent(read, tree)) << text;
      // Printing does not depend on how it was written the first time.
      ASSERT_EQ(printJson(read), printJson(tree));
    }
  }
}

}  // namespace
}  // namespace pointsman::document
