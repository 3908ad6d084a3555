// SPDX-License-Identifier: Apache-2.0
// A network namespace for one test, and iproute2 as the second opinion.
#pragma once

#include <boost/json/array.hpp>
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/unique_fd.h"
#include "netlink/netlink.h"

namespace pointsman::netlink {

// While it lives, this process is in a fresh network namespace; only usable without other threads.
// The namespace, and all links in it, end with it.
class FreshNamespace {
 public:
  FreshNamespace();
  ~FreshNamespace();
  FreshNamespace(const FreshNamespace&) = delete;
  FreshNamespace& operator=(const FreshNamespace&) = delete;

 private:
  UniqueFd previous_;
};

// A child that runs 'body', which need not end, and is killed with this object.
class ChildProcess {
 public:
  explicit ChildProcess(const std::function<void()>& body);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_ = -1;
};

// Another namespace, held by a child process that does nothing else.
class NamespaceHolder {
 public:
  NamespaceHolder();
  [[nodiscard]] int process() const { return child_.number(); }

 private:
  ChildProcess child_;
};

// Runs a program to its end and gives what it wrote. A failure fails the test.
std::string run(const std::vector<std::string>& arguments);
// `ip …`, and `ip -j -d …` parsed.
void ip(const std::vector<std::string>& arguments);
boost::json::array ipJson(const std::vector<std::string>& arguments);

// The value of a Result that the test relies on, by value so that a range-for may take it.
template <typename T>
T must(Result<T> result) {
  if (!result.has_value()) {
    ADD_FAILURE() << result.error().message();
    std::abort();
  }
  return std::move(*result);
}

// The link of that name; a missing one fails the test.
Link linkNamed(Netlink& netlink, std::string_view name);

}  // namespace pointsman::netlink
