// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/remote.h"

#include <gtest/gtest.h>

namespace pointsman::ovsdb {
namespace {

TEST(RemoteParse, TakesOvsNotation) {
  EXPECT_EQ(parseRemote("unix:/run/db.sock").value(), Remote(UnixRemote{"/run/db.sock"}));
  EXPECT_EQ(parseRemote("tcp:192.0.2.1:6641").value(),
            Remote(InetRemote{"192.0.2.1", 6641, Encryption::None}));
  EXPECT_EQ(parseRemote("ssl:[2001:db8::1]:6642").value(),
            Remote(InetRemote{"2001:db8::1", 6642, Encryption::Tls}));
  EXPECT_EQ(parseRemote("tcp:host").value(), Remote(InetRemote{"host", 6640, Encryption::None}));
}

TEST(RemoteParse, RefusesTheRestAndQuotesIt) {
  for (const std::string_view text :
       {"", "unix", "unix:", "tcp:", "tcp::6640", "tcp:h:0", "tcp:h:65536", "tcp:h:x", "tcp:1:2:3",
        "tcp:[::1", "tcp:[::1]6640", "ssl:[]:1", "http://x", "db.sock"}) {
    const auto remote = parseRemote(text);
    ASSERT_FALSE(remote) << text;
    EXPECT_EQ(remote.error().kind(), ErrorKind::InvalidInput);
    EXPECT_NE(remote.error().message().find(text), std::string::npos);
  }
  EXPECT_FALSE(parseRemote("unix:" + std::string(108, 'x')));
}

TEST(RemoteText, ComesBackAsItWent) {
  const std::string_view text = "unix:/a,tcp:[::1]:6641,ssl:name.example:443";
  const auto remotes = parseRemotes(text).value();
  ASSERT_EQ(remotes.size(), 3U);
  EXPECT_EQ(toString(remotes[0]) + "," + toString(remotes[1]) + "," + toString(remotes[2]), text);
  EXPECT_FALSE(parseRemotes("unix:/a,"));
}

TEST(RemoteChoice, PrefersTheOptionThenTheEnvironment) {
  const auto chosen = [](const std::optional<std::string>& option, const char* environment) {
    return toString(chooseRemotes(option, environment).value().front());
  };
  EXPECT_EQ(chosen("tcp:h:1", "/tmp/ovs"), "tcp:h:1");
  EXPECT_EQ(chosen("/tmp/x.sock", nullptr), "unix:/tmp/x.sock");
  EXPECT_EQ(chosen(std::nullopt, "/tmp/ovs"), "unix:/tmp/ovs/db.sock");
  EXPECT_EQ(chosen(std::nullopt, ""), "unix:/var/run/openvswitch/db.sock");
  EXPECT_EQ(chosen(std::nullopt, nullptr), "unix:/var/run/openvswitch/db.sock");
}

}  // namespace
}  // namespace pointsman::ovsdb
