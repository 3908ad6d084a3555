// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "picture/layered_graph.h"

namespace pointsman::picture {
namespace {

constexpr int kTrackGap = 9;
constexpr int kChannelPadding = 20;

// Lines that share an end share the upright part too, like the rails of a bus.
struct Net {
  int top = 0;
  int bottom = 0;
  long long leftSum = 0;
  long long rightSum = 0;
  int count = 0;
  bool bend = false;  // of a line within one column
  std::size_t track = 0;

  void add(int left, int right) {
    top = count == 0 ? std::min(left, right) : std::min({top, left, right});
    bottom = count == 0 ? std::max(left, right) : std::max({bottom, left, right});
    leftSum += left;
    rightSum += right;
    ++count;
  }
  [[nodiscard]] bool straight() const { return top == bottom; }
  [[nodiscard]] bool overlaps(const Net& other) const {
    return top <= other.bottom + kTrackGap / 2 && other.top <= bottom + kTrackGap / 2;
  }
};

// One channel: the space between a column and the next. What bends in it has a key: a segment's
// index, or for a line within a column its path's index after all segments.
struct Channel {
  std::map<std::size_t, std::size_t> netOf = {};
  std::vector<Net> nets = {};
  std::size_t tracks = 0;

  [[nodiscard]] int width() const {
    const auto further = static_cast<int>(tracks > 0 ? tracks - 1 : 0);
    return 2 * kChannelPadding + further * kTrackGap;
  }
};

int leftY(const LayeredGraph& graph, const Segment& segment) {
  return graph.vertices[segment.from].y + segment.fromOffset;
}
int rightY(const LayeredGraph& graph, const Segment& segment) {
  return graph.vertices[segment.to].y + segment.toOffset;
}

// From left to right: lines that go down, the lowest first, then lines that go up, the highest
// first. In this order two lines that need not cross do not.
void assignTracks(Channel& channel) {
  std::vector<Net*> order;
  for (Net& net : channel.nets) {
    if (!net.straight()) order.push_back(&net);
  }
  const auto rank = [](const Net* net) {
    const long long left = net->leftSum / net->count;
    const bool down = net->rightSum >= net->leftSum;
    return std::tuple(down ? 0 : 1, down ? -left : left);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](const Net* a, const Net* b) { return rank(a) < rank(b); });
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::set<std::size_t> taken;
    for (std::size_t earlier = 0; earlier < i; ++earlier) {
      if (order[i]->overlaps(*order[earlier])) taken.insert(order[earlier]->track);
    }
    if (order[i]->bend) {
      // Order does not matter to a bend, so it takes the first track that is free.
      while (taken.contains(order[i]->track)) ++order[i]->track;
    } else if (!taken.empty()) {
      order[i]->track = *taken.rbegin() + 1;
    }
    channel.tracks = std::max(channel.tracks, order[i]->track + 1);
  }
}

std::vector<Channel> makeChannels(const LayeredGraph& graph) {
  std::vector<Channel> channels(graph.columns.size());
  std::map<std::pair<std::size_t, int>, std::size_t> arrivals;
  for (const Segment& segment : graph.segments) ++arrivals[{segment.to, segment.toOffset}];
  std::map<std::tuple<bool, std::size_t, int>, std::size_t> nets;  // within their channel
  for (std::size_t s = 0; s < graph.segments.size(); ++s) {
    const Segment& segment = graph.segments[s];
    Channel& channel = channels[graph.vertices[segment.from].column];
    const bool shared = arrivals[{segment.to, segment.toOffset}] > 1;
    const auto key = shared ? std::tuple(true, segment.to, segment.toOffset)
                            : std::tuple(false, segment.from, segment.fromOffset);
    const auto [net, fresh] = nets.emplace(key, channel.nets.size());
    if (fresh) channel.nets.emplace_back();
    channel.nets[net->second].add(leftY(graph, segment), rightY(graph, segment));
    channel.netOf[s] = net->second;
  }
  for (std::size_t p = 0; p < graph.paths.size(); ++p) {
    const LinePath& path = graph.paths[p];
    if (!path.segments.empty()) continue;
    Channel& channel = channels[graph.vertices[path.from].column];
    channel.netOf[graph.segments.size() + p] = channel.nets.size();
    Net& net = channel.nets.emplace_back();
    net.bend = true;
    net.add(graph.vertices[path.from].y + path.fromOffset,
            graph.vertices[path.to].y + path.toOffset);
  }
  for (Channel& channel : channels) assignTracks(channel);
  return channels;
}

class Router {
 public:
  Router(const LayeredGraph& graph, const std::vector<LayoutBox>& boxes)
      : graph_(graph), boxes_(boxes), channels_(makeChannels(graph)) {
    int x = 0;
    for (std::size_t c = 0; c < graph.columns.size(); ++c) {
      columnX_.push_back(x);
      int width = 0;
      for (const std::size_t v : graph.columns[c]) width = std::max(width, widthOf(v));
      x += width;
      channelX_.push_back(x);
      const bool last = c + 1 == graph.columns.size();
      if (!last || channels_[c].tracks > 0) x += channels_[c].width();
    }
    width_ = x;
  }

  [[nodiscard]] Layout route() const {
    Layout layout;
    layout.width = width_;
    for (std::size_t b = 0; b < boxes_.size(); ++b) {
      layout.boxes.push_back({leftOf(b), graph_.vertices[b].y});
      layout.height = std::max(layout.height, graph_.vertices[b].y + boxes_[b].height);
    }
    for (std::size_t p = 0; p < graph_.paths.size(); ++p) {
      layout.lines.push_back(graph_.paths[p].segments.empty() ? bend(p) : forward(p));
      for (const Point& point : layout.lines.back())
        layout.height = std::max(layout.height, point.y);
    }
    return layout;
  }

 private:
  [[nodiscard]] int widthOf(std::size_t vertex) const {
    return vertex < boxes_.size() ? boxes_[vertex].width : 0;
  }
  [[nodiscard]] int leftOf(std::size_t vertex) const {
    return columnX_[graph_.vertices[vertex].column];
  }
  [[nodiscard]] int trackX(std::size_t column, std::size_t key) const {
    const Channel& channel = channels_[column];
    const Net& net = channel.nets[channel.netOf.at(key)];
    return channelX_[column] + kChannelPadding + static_cast<int>(net.track) * kTrackGap;
  }

  [[nodiscard]] std::vector<Point> bend(std::size_t index) const {
    const LinePath& path = graph_.paths[index];
    const int x = trackX(graph_.vertices[path.from].column, graph_.segments.size() + index);
    const int fromY = graph_.vertices[path.from].y + path.fromOffset;
    const int toY = graph_.vertices[path.to].y + path.toOffset;
    return {{leftOf(path.from) + widthOf(path.from), fromY},
            {x, fromY},
            {x, toY},
            {leftOf(path.to) + widthOf(path.to), toY}};
  }

  [[nodiscard]] std::vector<Point> forward(std::size_t index) const {
    const LinePath& path = graph_.paths[index];
    std::vector<Point> points{
        {leftOf(path.from) + widthOf(path.from), graph_.vertices[path.from].y + path.fromOffset}};
    for (const std::size_t s : path.segments) {
      const Segment& segment = graph_.segments[s];
      const int fromY = leftY(graph_, segment);
      const int toY = rightY(graph_, segment);
      if (fromY == toY) continue;
      const int x = trackX(graph_.vertices[segment.from].column, s);
      points.push_back({x, fromY});
      points.push_back({x, toY});
    }
    points.push_back({leftOf(path.to), graph_.vertices[path.to].y + path.toOffset});
    return points;
  }

  const LayeredGraph& graph_;
  const std::vector<LayoutBox>& boxes_;
  std::vector<Channel> channels_;
  std::vector<int> columnX_;
  std::vector<int> channelX_;  // where the channel right of the column starts
  int width_ = 0;
};

}  // namespace

Layout routeLines(const LayeredGraph& graph, const std::vector<LayoutBox>& boxes) {
  return Router(graph, boxes).route();
}

Layout layOut(const std::vector<LayoutBox>& boxes, const std::vector<LayoutLine>& lines) {
  if (boxes.empty()) return {};
  LayeredGraph graph = makeLayers(boxes, lines);
  orderColumns(graph);
  placeVertices(graph);
  straightenLines(graph);
  packComponents(graph);
  return routeLines(graph, boxes);
}

}  // namespace pointsman::picture
