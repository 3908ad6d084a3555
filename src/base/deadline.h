// SPDX-License-Identifier: Apache-2.0
// A point in monotonic time by which something must have happened. Passed down by value, so that
// one budget covers a whole chain of calls.
#pragma once

#include <algorithm>
#include <chrono>
#include <climits>

namespace pointsman {

using Clock = std::chrono::steady_clock;

class Deadline {
 public:
  static Deadline at(Clock::time_point when) { return Deadline{when}; }
  static Deadline after(Clock::duration span) { return Deadline{Clock::now() + span}; }
  static Deadline never() { return Deadline{Clock::time_point::max()}; }

  [[nodiscard]] Clock::time_point when() const { return when_; }
  [[nodiscard]] bool passed() const { return Clock::now() >= when_; }

  // What poll(2) wants: milliseconds left, rounded up so that the last wait does not spin;
  // -1 for never.
  [[nodiscard]] int pollTimeout() const {
    if (when_ == Clock::time_point::max()) return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(when_ - Clock::now()).count();
    return static_cast<int>(std::clamp<long long>(left, 0, INT_MAX));
  }

 private:
  explicit Deadline(Clock::time_point when) : when_(when) {}
  Clock::time_point when_;
};

}  // namespace pointsman
