// SPDX-License-Identifier: Apache-2.0
// A sandbox in use: what design promises of the throw-away host.
#include "sandbox/sandbox.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/socket.h>

#include <chrono>
#include <thread>

#include "base/file.h"
#include "base/str_cat.h"
#include "sandbox/layout.h"

namespace pointsman::sandbox {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;

Deadline soon() { return Deadline::after(seconds(20)); }

using Argv = std::vector<std::string>;

// A socket belongs for ever to the network namespace of the thread that made it. It gives up, hence
// fails the test, after some seconds without progress.
UniqueFd tcpSocketIn(int netns) {
  UniqueFd made;
  std::jthread([&] {
    if (::setns(netns, CLONE_NEWNET) != 0) return;
    made = UniqueFd{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    const timeval patience{.tv_sec = 10, .tv_usec = 0};
    ::setsockopt(made.number(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(made.number(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  }).join();
  return made;
}

sockaddr_in gatewayPort(std::uint16_t port) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  ::inet_pton(AF_INET, std::string(kGatewayAddress).c_str(), &address.sin_addr);
  return address;
}

void writeAll(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t count = ::send(fd, content.data(), content.size(), MSG_NOSIGNAL);
    if (count <= 0) return;
    content.remove_prefix(static_cast<std::size_t>(count));
  }
}

std::string readExactly(int fd, std::size_t size) {
  std::string content(size, '\0');
  std::size_t have = 0;
  while (have < size) {
    const ssize_t count = ::read(fd, content.data() + have, size - have);
    if (count <= 0) break;
    have += static_cast<std::size_t>(count);
  }
  content.resize(have);
  return content;
}

// Sends 'size' bytes back to the first client.
void echoOnce(int server, std::size_t size) {
  const UniqueFd peer{::accept4(server, nullptr, nullptr, SOCK_CLOEXEC)};
  writeAll(peer.number(), readExactly(peer.number(), size));
}

class SandboxHost : public testing::Test {
 protected:
  testing::AssertionResult start(const Options& options = {}) {
    auto started = Sandbox::start(options, soon());
    if (!started) return testing::AssertionFailure() << started.error().message();
    sandbox_ = std::move(*started);
    return testing::AssertionSuccess();
  }

  // What a program prints inside; a failure of it fails the test.
  std::string inside(const Argv& argv) { return outputOf(sandbox_->inside(), argv); }
  std::string outside(const Argv& argv) { return outputOf(sandbox_->outside(), argv); }

  bool pings(const std::string& address) {
    const auto ran = sandbox_->inside().capture({"ping", "-c1", "-W5", address}, soon());
    return ran && ran->status.success();
  }

  // Moves eth0 and its address to a bridge, as a br-ex is made.
  void moveNicToBridge() {
    inside({"ovs-vsctl", "add-br", "br-ex", "--", "set", "Bridge", "br-ex", "datapath_type=netdev",
            strCat("other_config:hwaddr=", nicMac(0)), "--", "add-port", "br-ex", "eth0"});
    inside({"ip", "address", "flush", "dev", "eth0"});
    inside({"ip", "address", "add", "192.0.2.10/24", "dev", "br-ex"});
    inside({"ip", "link", "set", "br-ex", "up"});
    inside({"ip", "route", "add", "default", "via", "192.0.2.1"});
  }

  static std::string outputOf(const Vantage& place, const Argv& argv) {
    const auto ran = place.capture(argv, soon());
    if (!ran) {
      ADD_FAILURE() << ran.error().message();
      return {};
    }
    EXPECT_TRUE(ran->status.success()) << strJoin(argv, " ") << ": " << ran->errors;
    return ran->output;
  }

  std::unique_ptr<Sandbox> sandbox_;
};

TEST_F(SandboxHost, HasAnAddressAndAGatewayThatAnswers) {
  ASSERT_TRUE(start());
  EXPECT_THAT(inside({"ip", "-4", "-o", "address", "show", "dev", "eth0"}),
              HasSubstr("192.0.2.10/24"));
  EXPECT_THAT(inside({"ip", "link", "show", "eth0"}), HasSubstr(nicMac(0)));
  EXPECT_EQ(inside({"ip", "-o", "address", "show", "dev", "eth1"}), "");
  EXPECT_TRUE(pings("192.0.2.1"));
  EXPECT_TRUE(pings("203.0.113.1")) << "what only the default route leads to";
  EXPECT_THAT(outside({"ping", "-c1", "-W5", "192.0.2.10"}), HasSubstr(" 0% packet loss"));
}

TEST_F(SandboxHost, ShowsOnlyItsOwnDevicesAndProcesses) {
  ASSERT_TRUE(start({.nics = 3}));
  EXPECT_EQ(inside({"ls", "/sys/class/net"}), "eth0\neth1\neth2\nlo\n");
  EXPECT_EQ(inside({"cat", "/proc/1/comm"}), "sandbox-init\n");
  EXPECT_EQ(inside({"hostname"}), "sandbox\n");
  EXPECT_THAT(inside({"ip", "netns", "list"}), HasSubstr("outside"));
  EXPECT_THAT(inside({"ip", "netns", "exec", "outside", "ip", "link", "show", "far2"}),
              HasSubstr("UP"));
}

TEST_F(SandboxHost, HasAnEmptyOvs) {
  ASSERT_TRUE(start());
  EXPECT_EQ(inside({"ovs-vsctl", "list-br"}), "");
  EXPECT_THAT(inside({"ovs-vsctl", "get", "Open_vSwitch", ".", "ovs_version"}),
              testing::MatchesRegex("\"[0-9.]+\"\n"));
  EXPECT_THAT(inside({"ovs-appctl", "version"}), HasSubstr("ovs-vswitchd"));
  EXPECT_THAT(inside({"ovs-appctl", "-t", "ovsdb-server", "version"}), HasSubstr("ovsdb-server"));
  EXPECT_TRUE(std::filesystem::is_socket(sandbox_->ovs().socket()));
  EXPECT_TRUE(std::filesystem::is_socket(sandbox_->ovsRunDir() / "db.sock"));
}

TEST_F(SandboxHost, GivesAnAddressByDhcp) {
  ASSERT_TRUE(start({.withOvs = false}));
  inside({"ip", "link", "set", "eth1", "up"});
  inside({"dhcpcd", "--oneshot", "--ipv4only", "--noarp", "--timeout", "15", "eth1"});
  EXPECT_THAT(inside({"ip", "-4", "-o", "address", "show", "dev", "eth1"}),
              HasSubstr("198.51.100.100/24"));
  EXPECT_TRUE(pings("198.51.100.1"));
}

TEST_F(SandboxHost, KeepsWhatIsWrittenToEtcAndRunToItself) {
  const std::string before = readFile("/etc/resolv.conf", 10000).value_or("");
  ASSERT_TRUE(start({.nics = 1, .withOvs = false}));
  EXPECT_EQ(inside({"cat", "/etc/resolv.conf"}), "nameserver 192.0.2.1\n");
  inside({"cp", "/dev/null", "/etc/resolv.conf"});
  inside({"touch", "/etc/pointsman-sandbox-test", "/run/pointsman-sandbox-test"});
  EXPECT_TRUE(std::filesystem::exists(sandbox_->path("/etc/pointsman-sandbox-test")));
  EXPECT_FALSE(std::filesystem::exists("/etc/pointsman-sandbox-test"));
  EXPECT_FALSE(std::filesystem::exists("/run/pointsman-sandbox-test"));
  EXPECT_EQ(readFile("/etc/resolv.conf", 10000).value_or(""), before);
}

TEST_F(SandboxHost, PassesPingAndTcpThroughAUserspaceBridge) {
  ASSERT_TRUE(start());
  moveNicToBridge();
  EXPECT_TRUE(pings("192.0.2.1"));

  // A megabyte each way: enough for segmentation and checksums to matter.
  const UniqueFd server = tcpSocketIn(sandbox_->outsideNetnsFd());
  const UniqueFd client = tcpSocketIn(sandbox_->netnsFd());
  const sockaddr_in address = gatewayPort(7000);
  const auto* generic = reinterpret_cast<const sockaddr*>(&address);
  ASSERT_EQ(::bind(server.number(), generic, sizeof address), 0);
  ASSERT_EQ(::listen(server.number(), 1), 0);
  const std::string sent(1 << 20, 'x');
  const std::jthread echo([&] { echoOnce(server.number(), sent.size()); });
  ASSERT_EQ(::connect(client.number(), generic, sizeof address), 0);
  writeAll(client.number(), sent);
  EXPECT_EQ(readExactly(client.number(), sent.size()), sent);
}

TEST_F(SandboxHost, PassesNothingWhenTheBridgeDropsIt) {
  ASSERT_TRUE(start());
  moveNicToBridge();
  inside({"ovs-ofctl", "add-flow", "br-ex", "in_port=eth0,priority=100,actions=drop"});
  const auto ran = sandbox_->inside().capture({"ping", "-c1", "-W1", "192.0.2.1"}, soon());
  EXPECT_TRUE(ran && !ran->status.success()) << "replies came past the bridge";
}

TEST_F(SandboxHost, RestartsVswitchdAndKeepsItsBridges) {
  ASSERT_TRUE(start());
  moveNicToBridge();
  sandbox_->ovs().vswitchd().kill();
  EXPECT_FALSE(sandbox_->ovs().vswitchd().running());
  const auto started = sandbox_->ovs().startVswitchd(soon());
  ASSERT_TRUE(started) << started.error().message();
  EXPECT_TRUE(pings("192.0.2.1"));

  EXPECT_TRUE(sandbox_->ovs().vswitchd().stop(soon()));
  EXPECT_TRUE(sandbox_->ovs().ovsdbServer().stop(soon()));
  const auto both = sandbox_->ovs().start(soon());
  ASSERT_TRUE(both) << both.error().message();
  EXPECT_EQ(inside({"ovs-vsctl", "list-br"}), "br-ex\n");
}

TEST_F(SandboxHost, SaysWhyADaemonDoesNotStart) {
  ASSERT_TRUE(start({.nics = 1}));
  EXPECT_EQ(sandbox_->ovs().startOvsdbServer(soon()).error().kind(), ErrorKind::Conflict);
  EXPECT_TRUE(sandbox_->ovs().vswitchd().stop(soon()));
  EXPECT_TRUE(sandbox_->ovs().ovsdbServer().stop(soon()));
  inside({"cp", "/etc/hostname", "/run/sandbox/db/conf.db"});
  const auto started = sandbox_->ovs().startOvsdbServer(soon());
  ASSERT_FALSE(started);
  EXPECT_THAT(started.error().message(), HasSubstr("ovsdb-server: ended while it was starting"));
  EXPECT_THAT(started.error().message(), HasSubstr("conf.db"));
}

TEST_F(SandboxHost, HasIpv6WhenAsked) {
  ASSERT_TRUE(start({.nics = 1, .withOvs = false, .ipv6 = true}));
  EXPECT_TRUE(pings("2001:db8:0:1::1"));
}

TEST_F(SandboxHost, RunsFunctionsInside) {
  ASSERT_TRUE(start({.nics = 1, .withOvs = false}));
  const auto ended = sandbox_->inside().call(
      [] {
        const char* datapath = ::getenv("POINTSMAN_DEFAULT_DATAPATH");
        const bool told = datapath != nullptr && std::string_view(datapath) == "netdev";
        return told && ::getpid() > 1 && std::filesystem::exists("/sys/class/net/eth0") ? 7 : 1;
      },
      soon());
  ASSERT_TRUE(ended) << ended.error().message();
  EXPECT_EQ(ended->code, 7);
}

TEST_F(SandboxHost, PassesTheExitStatusThrough) {
  ASSERT_TRUE(start({.nics = 1, .withOvs = false}));
  EXPECT_EQ(sandbox_->run({"sh", "-c", "exit 23"})->code, 23);
  EXPECT_EQ(sandbox_->run({"sh", "-c", "kill -TERM $$"})->shellStatus(), 128 + SIGTERM);
  EXPECT_EQ(sandbox_->run({"no-such-program-anywhere"}).error().kind(), ErrorKind::NotFound);
}

TEST_F(SandboxHost, StartsProgramsInTheCallersDirectory) {
  ASSERT_TRUE(start({.nics = 1, .withOvs = false}));
  EXPECT_EQ(inside({"pwd"}), strCat(std::filesystem::current_path().native(), "\n"));
}

TEST(Sandbox, ManyAtOnceDoNotMeet) {
  auto first = Sandbox::start({}, soon());
  auto second = Sandbox::start({}, soon());
  ASSERT_TRUE(first) << first.error().message();
  ASSERT_TRUE(second) << second.error().message();
  const auto add = (*first)->inside().capture(
      {"ovs-vsctl", "add-br", "br0", "--", "set", "Bridge", "br0", "datapath_type=netdev"}, soon());
  EXPECT_TRUE(add && add->status.success());
  EXPECT_EQ((*first)->inside().capture({"ovs-vsctl", "list-br"}, soon())->output, "br0\n");
  EXPECT_EQ((*second)->inside().capture({"ovs-vsctl", "list-br"}, soon())->output, "");
  first->reset();
  EXPECT_TRUE((*second)->inside().capture({"ping", "-c1", "192.0.2.1"}, soon())->status.success());
}

TEST(Sandbox, RefusesAnImpossibleNumberOfNics) {
  EXPECT_EQ(Sandbox::start({.nics = 0}, soon()).error().kind(), ErrorKind::InvalidInput);
}

}  // namespace
}  // namespace pointsman::sandbox
