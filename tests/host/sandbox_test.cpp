// SPDX-License-Identifier: Apache-2.0
// A sandbox in use: what design promises of the throw-away host.
#include "sandbox/sandbox.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "base/file.h"
#include "base/str_cat.h"
#include "sandbox/layout.h"

namespace pointsman::sandbox {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;
using testing::Not;

Deadline soon() { return Deadline::after(seconds(20)); }

using Argv = std::vector<std::string>;

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
  constexpr std::size_t kSize = 1 << 20;
  const std::string program = strCat(
      "import socket\n"
      "s = socket.create_server(('192.0.2.1', 7000))\n"
      "print('listening', flush=True)\n"
      "c, _ = s.accept()\n"
      "got = b''\n"
      "while len(got) < ",
      kSize,
      ": got += c.recv(65536)\n"
      "c.sendall(got)\n");
  auto server = sandbox_->outside().spawn({"python3", "-c", program}, {.output = PipeStream{}});
  ASSERT_TRUE(server) << server.error().message();
  char letter = 0;
  ASSERT_EQ(::read(server->output().number(), &letter, 1), 1);
  EXPECT_EQ(inside({"python3", "-c",
                    strCat("import socket, os\n"
                           "data = os.urandom(",
                           kSize,
                           ")\n"
                           "c = socket.create_connection(('192.0.2.1', 7000), timeout=10)\n"
                           "c.sendall(data)\n"
                           "got = b''\n"
                           "while len(got) < len(data): got += c.recv(65536)\n"
                           "print(got == data)\n")}),
            "True\n");
  EXPECT_TRUE(server->wait(soon())->success());
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
