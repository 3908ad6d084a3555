// SPDX-License-Identifier: Apache-2.0
#include "picture/layout.h"

#include <gtest/gtest.h>

#include <random>

#include "base/str_cat.h"

namespace pointsman::picture {
namespace {

struct Graph {
  std::vector<LayoutBox> boxes = {};
  std::vector<LayoutLine> lines = {};
};

bool overlap(const LayoutBox& a, Point atA, const LayoutBox& b, Point atB) {
  return atA.x < atB.x + b.width && atB.x < atA.x + a.width && atA.y < atB.y + b.height &&
         atB.y < atA.y + a.height;
}

// Whether the stretch between two corners runs through the inside of a box.
bool crosses(const LayoutBox& box, Point at, Point from, Point to) {
  const auto [left, right] = std::minmax(from.x, to.x);
  const auto [top, bottom] = std::minmax(from.y, to.y);
  return left < at.x + box.width && right > at.x && top < at.y + box.height && bottom > at.y;
}

void expectTidy(const Graph& graph, const Layout& layout) {
  ASSERT_EQ(layout.boxes.size(), graph.boxes.size());
  ASSERT_EQ(layout.lines.size(), graph.lines.size());
  for (std::size_t a = 0; a < graph.boxes.size(); ++a) {
    EXPECT_GE(layout.boxes[a].x, 0);
    EXPECT_GE(layout.boxes[a].y, 0);
    EXPECT_LE(layout.boxes[a].x + graph.boxes[a].width, layout.width);
    EXPECT_LE(layout.boxes[a].y + graph.boxes[a].height, layout.height);
    for (std::size_t b = 0; b < a; ++b) {
      EXPECT_FALSE(overlap(graph.boxes[a], layout.boxes[a], graph.boxes[b], layout.boxes[b]))
          << "boxes " << a << " and " << b;
    }
  }
  for (const auto& corners : layout.lines) {
    ASSERT_GE(corners.size(), 2U);
    for (std::size_t i = 1; i < corners.size(); ++i) {
      const Point from = corners[i - 1];
      const Point to = corners[i];
      EXPECT_TRUE(from.x == to.x || from.y == to.y);
      for (std::size_t b = 0; b < graph.boxes.size(); ++b) {
        EXPECT_FALSE(crosses(graph.boxes[b], layout.boxes[b], from, to)) << "through box " << b;
      }
    }
  }
}

Graph randomGraph(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned limit) { return static_cast<int>(random() % limit); };
  Graph graph;
  const auto count = 1 + random() % 30;
  const auto lines = random() % 50;
  for (std::size_t i = 0; i < count; ++i) {
    graph.boxes.push_back({60 + below(300), 30 + below(200), below(4)});
  }
  for (std::size_t i = 0; i < lines; ++i) {
    const std::size_t from = random() % count;
    const std::size_t to = random() % count;
    graph.lines.push_back({from, to, below(static_cast<unsigned>(graph.boxes[from].height)),
                           below(static_cast<unsigned>(graph.boxes[to].height))});
  }
  return graph;
}

TEST(LayoutOfAnyGraph, KeepsBoxesApartAndLinesOutOfThem) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(strCat("seed ", seed));
    const Graph graph = randomGraph(seed);
    expectTidy(graph, layOut(graph.boxes, graph.lines));
    if (testing::Test::HasFailure()) return;
  }
}

TEST(LayoutOfAChain, IsOneStraightLine) {
  const Graph graph{{{100, 40, 0}, {100, 80, 0}, {100, 60, 0}}, {{0, 1, 20, 50}, {1, 2, 50, 10}}};
  const Layout layout = layOut(graph.boxes, graph.lines);
  expectTidy(graph, layout);
  EXPECT_EQ(layout.lines[0].size(), 2U);
  EXPECT_EQ(layout.lines[1].size(), 2U);
  EXPECT_LT(layout.boxes[0].x, layout.boxes[1].x);
  EXPECT_LT(layout.boxes[1].x, layout.boxes[2].x);
}

TEST(LayoutOfACycle, EndsAndDrawsEveryLine) {
  const Graph graph{{{50, 50, 0}, {50, 50, 0}, {50, 50, 0}},
                    {{0, 1, 10, 10}, {1, 2, 20, 20}, {2, 0, 30, 30}, {1, 1, 5, 45}}};
  expectTidy(graph, layOut(graph.boxes, graph.lines));
}

TEST(LayoutOfNothing, IsEmpty) {
  const Layout layout = layOut({}, {});
  EXPECT_EQ(layout.width, 0);
  EXPECT_EQ(layout.height, 0);
}

// A database can hold a chain of any length; the columns it may take are bounded.
TEST(LayoutOfAnEndlessChain, FoldsInsteadOfGrowingWithoutBound) {
  Graph graph;
  for (std::size_t i = 0; i < 2000; ++i) {
    graph.boxes.push_back({100, 40, 0});
    if (i > 0) graph.lines.push_back({i - 1, i, 10, 30});
  }
  EXPECT_LT(layOut(graph.boxes, graph.lines).width, 100 * 200);
}

}  // namespace
}  // namespace pointsman::picture
