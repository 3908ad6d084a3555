// SPDX-License-Identifier: Apache-2.0
// Connectivity probes in a sandbox: what answers, what does not, and why.
#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/socket.h>

#include <chrono>
#include <thread>

#include "base/str_cat.h"
#include "probe/io/run_probes.h"
#include "sandbox/layout.h"
#include "sandbox/sandbox.h"

namespace pointsman::probe {
namespace {

using sandbox::Sandbox;
using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::AnyOf;
using testing::HasSubstr;

constexpr std::uint16_t kOpenPort = 7001;
constexpr std::uint16_t kClosedPort = 7002;

Deadline soon() { return Deadline::after(seconds(20)); }

IpAddress address(std::string_view text) { return IpAddress::parse(text).value(); }

template <typename Body>
void inNamespace(int netns, const Body& body) {
  std::jthread([&] {
    ASSERT_EQ(::setns(netns, CLONE_NEWNET), 0);
    body();
  }).join();
}

UniqueFd listenOutside(const Sandbox& sandbox) {
  UniqueFd listener;
  inNamespace(sandbox.outsideNetnsFd(), [&] {
    listener = UniqueFd{::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    sockaddr_in6 any = {};
    any.sin6_family = AF_INET6;
    any.sin6_port = htons(kOpenPort);
    ASSERT_EQ(::bind(listener.number(), reinterpret_cast<const sockaddr*>(&any), sizeof any), 0);
    ASSERT_EQ(::listen(listener.number(), 8), 0);
  });
  return listener;
}

class ProbeHost : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto started = Sandbox::start({.nics = 1, .withOvs = false, .ipv6 = true}, soon());
    ASSERT_TRUE(started) << started.error().message();
    sandbox_ = std::move(*started);
    listener_ = listenOutside(*sandbox_);
    // Answers for one name only, and refuses everything else.
    auto resolver = sandbox_->outside().spawn(
        {"dnsmasq", "--keep-in-foreground", "--conf-file=/dev/null", "--no-resolv", "--no-hosts",
         "--pid-file=", "--user=root", "--bind-interfaces", "--listen-address=192.0.2.1",
         "--address=/node.test/192.0.2.1", "--address=/node.test/2001:db8:0:1::1"});
    ASSERT_TRUE(resolver) << resolver.error().message();
    resolver_ = std::make_unique<Process>(std::move(*resolver));
  }
  static void TearDownTestSuite() {
    resolver_.reset();
    listener_.reset();
    sandbox_.reset();
  }

  static Surroundings around() {
    return {.gateways = {{address("192.0.2.1"), "eth0"}, {address("2001:db8:0:1::1"), "eth0"}},
            .nameServers = {{.address = address("192.0.2.1")}}};
  }

  static std::vector<ProbeResult> run(const std::vector<std::string>& texts, Deadline deadline,
                                      const LookAround& lookAround = around,
                                      std::stop_token stop = {}) {
    std::vector<Probe> probes;
    for (const std::string& text : texts) {
      const auto parsed = parseProbes(text).value();
      probes.insert(probes.end(), parsed.begin(), parsed.end());
    }
    std::vector<ProbeResult> results;
    inNamespace(sandbox_->netnsFd(),
                [&] { results = runProbes(probes, lookAround, deadline, stop); });
    return results;
  }

  // One attempt, with time for an answer.
  static ProbeResult once(const std::string& text, const LookAround& lookAround = around) {
    return run({text}, Deadline::after(milliseconds(300)), lookAround).at(0);
  }

  static std::unique_ptr<Sandbox> sandbox_;
  static UniqueFd listener_;
  static std::unique_ptr<Process> resolver_;
};
std::unique_ptr<Sandbox> ProbeHost::sandbox_;
UniqueFd ProbeHost::listener_;
std::unique_ptr<Process> ProbeHost::resolver_;

TEST_F(ProbeHost, AllKindsWorkAtOnce) {
  const auto results =
      run({"ping:192.0.2.1", "ping:2001:db8:0:1::1", "gateway", strCat("tcp:192.0.2.1:", kOpenPort),
           strCat("tcp:[2001:db8:0:1::1]:", kOpenPort), strCat("tcp:node.test:", kOpenPort),
           "dns:node.test"},
          soon());
  ASSERT_EQ(results.size(), 8U);
  for (const ProbeResult& result : results) EXPECT_TRUE(result.worked) << toString(result);
  EXPECT_EQ(toString(results[0].probe), "ping:192.0.2.1") << "in the order given";
}

TEST_F(ProbeHost, PingsALinkLocalNeighbour) {
  std::string neighbour;
  inNamespace(sandbox_->outsideNetnsFd(), [&] {
    const auto shown = sandbox_->outside().capture(
        {"ip", "-6", "-br", "address", "show", "dev", "far0", "scope", "link"}, soon());
    ASSERT_TRUE(shown);
    const auto start = shown->output.find("fe80");
    ASSERT_NE(start, std::string::npos) << shown->output;
    neighbour = shown->output.substr(start, shown->output.find('/') - start);
  });
  const auto result = run({strCat("ping:", neighbour, "%eth0")}, soon()).at(0);
  EXPECT_TRUE(result.worked) << toString(result);
  EXPECT_THAT(once("ping:fe80::1%eth9").whyNot, HasSubstr("no interface eth9"));
}

TEST_F(ProbeHost, SaysWhyAProbeDoesNotWork) {
  EXPECT_THAT(once("ping:192.0.2.99").whyNot,
              AnyOf(HasSubstr("no answer"), HasSubstr("No route to host")));
  EXPECT_THAT(once(strCat("tcp:192.0.2.1:", kClosedPort)).whyNot, HasSubstr("Connection refused"));
  EXPECT_THAT(once("dns:other.test").whyNot, HasSubstr("192.0.2.1: "));
  const auto nothing = [] { return Surroundings{}; };
  EXPECT_THAT(once("gateway:ipv4", nothing).whyNot,
              HasSubstr("no default route with an ipv4 gateway"));
  EXPECT_THAT(once("dns:node.test", nothing).whyNot, HasSubstr("no name server"));
  const auto silent = [] {
    return Surroundings{.nameServers = {{.address = address("192.0.2.99")}}};
  };
  EXPECT_THAT(once("dns:node.test", silent).whyNot, HasSubstr("192.0.2.99"));
  const auto closed = [] {
    return Surroundings{.nameServers = {{.address = address("192.0.2.1"), .port = kClosedPort}}};
  };
  EXPECT_THAT(once("dns:node.test", closed).whyNot, HasSubstr("Connection refused"));
}

TEST_F(ProbeHost, OneServerThatAnswersIsEnough) {
  const auto mixed = [] {
    return Surroundings{
        .nameServers = {{.address = address("192.0.2.99")}, {.address = address("192.0.2.1")}}};
  };
  EXPECT_TRUE(run({"dns:node.test"}, soon(), mixed).at(0).worked);
}

TEST_F(ProbeHost, TriesAgainUntilItWorks) {
  // The gateway appears while the probe runs, as it does when a lease arrives.
  std::atomic<int> asked = 0;
  const auto late = [&] { return ++asked < 3 ? Surroundings{} : around(); };
  EXPECT_TRUE(run({"gateway:ipv4"}, soon(), late).at(0).worked);
  EXPECT_EQ(asked, 3);
}

TEST_F(ProbeHost, RunsOnceEvenWithoutTime) {
  const auto result =
      run({"gateway:ipv4"}, Deadline::after(seconds(0)), [] { return Surroundings{}; });
  EXPECT_THAT(result.at(0).whyNot, HasSubstr("no default route"));
}

TEST_F(ProbeHost, EndsWhenAskedTo) {
  std::stop_source stop;
  const auto stopWhenAsked = [&] {
    stop.request_stop();
    return around();
  };
  const auto result = run({"ping:192.0.2.99", strCat("tcp:192.0.2.99:", kOpenPort)},
                          Deadline::never(), stopWhenAsked, stop.get_token());
  EXPECT_FALSE(result.at(0).worked);
  EXPECT_EQ(result.at(1).whyNot, "stopped");
}

TEST_F(ProbeHost, FindsWhatAChangeTookAway) {
  const std::vector<std::string> probes = {"gateway", "ping:192.0.2.99"};
  const auto before = run(probes, Deadline::after(seconds(2)));
  const auto ip = [&](std::vector<std::string> argv) {
    argv.insert(argv.begin(), "ip");
    const auto ran = sandbox_->inside().capture(argv, soon());
    ASSERT_TRUE(ran && ran->status.success());
  };
  ip({"route", "add", "unreachable", "192.0.2.1"});
  const auto after = run(probes, Deadline::after(milliseconds(500)));
  ip({"route", "del", "unreachable", "192.0.2.1"});
  const auto lost = findLost(before, after);
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_EQ(toString(lost[0].probe), "gateway:ipv4");
}

}  // namespace
}  // namespace pointsman::probe
