// SPDX-License-Identifier: Apache-2.0
// The one error type of the program. Every layer adds what *it* was doing with in(), so the text
// reads from the outside in: "bridge br0, port p1: tag: wanted 12, host has 7".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace pointsman {

// What a caller can do about a failure. Add a kind only when some caller must behave differently
// because of it.
enum class ErrorKind : std::uint8_t {
  InvalidInput,  // what we were given is wrong; retrying cannot help
  Unsupported,   // well formed, but this host or OVS version cannot do it
  NotFound,
  Conflict,     // the host changed under us, or another change is under way: re-read and try again
  Unavailable,  // peer down or deadline passed: try again later, unchanged
  Denied,       // the kernel or a peer says we may not
  Protocol,     // a peer sent what its specification forbids
  Mismatch,     // applied, but the host does not show what was asked
  Internal,     // a promise of our own is broken; a bug
};

std::string_view toString(ErrorKind kind);

class Error {
 public:
  Error(ErrorKind kind, std::string message) : kind_(kind), message_(std::move(message)) {}

  [[nodiscard]] ErrorKind kind() const { return kind_; }
  [[nodiscard]] const std::string& message() const { return message_; }

  // The same failure, seen from one layer further out.
  [[nodiscard]] Error in(std::string_view what) &&;
  [[nodiscard]] Error in(std::string_view what) const&;

  // Whether the same call may succeed later without anything being corrected first.
  [[nodiscard]] bool retryable() const {
    return kind_ == ErrorKind::Conflict || kind_ == ErrorKind::Unavailable;
  }

  bool operator==(const Error&) const = default;

 private:
  ErrorKind kind_;
  std::string message_;
};

// The Error for the current errno; call it in the line after the system call that failed.
Error errnoError(std::string_view what);
// The same for a number that was kept, or that came back negated from a library.
Error errnoError(int number, std::string_view what);

}  // namespace pointsman
