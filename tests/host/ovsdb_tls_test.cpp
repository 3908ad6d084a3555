// SPDX-License-Identifier: Apache-2.0
// TCP and TLS on the loopback interface, with certificates made for the occasion.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "base/str_cat.h"
#include "base/unique_fd.h"
#include "ovsdb_server.h"

namespace pointsman::ovsdb::testing {
namespace {

// One that nobody listens on just now.
std::uint16_t freePort() {
  const UniqueFd fd{::socket(AF_INET6, SOCK_STREAM, 0)};
  sockaddr_in6 address = {};
  address.sin6_family = AF_INET6;
  socklen_t length = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  EXPECT_EQ(::bind(fd.number(), generic, length), 0);
  EXPECT_EQ(::getsockname(fd.number(), generic, &length), 0);
  return ntohs(address.sin6_port);
}

// A certificate authority in a directory.
class Authority {
 public:
  Authority() {
    run({"openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-days", "2", "-subj", "/CN=authority", "-keyout", file("ca.key"), "-out",
         file("ca.pem")});
  }

  // A key and a certificate for it.
  TlsFiles issue(const std::string& name) {
    const std::string key = file(name + ".key");
    const std::string request = file(name + ".csr");
    const std::string certificate = file(name + ".pem");
    run({"openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
         "-subj", "/CN=" + name, "-keyout", key, "-out", request});
    run({"openssl", "x509", "-req", "-in", request, "-CA", file("ca.pem"), "-CAkey", file("ca.key"),
         "-CAcreateserial", "-days", "2", "-out", certificate});
    return {key, certificate, file("ca.pem")};
  }

  [[nodiscard]] std::string file(std::string_view name) const { return directory_.file(name); }

 private:
  TempDirectory directory_;
};

std::vector<std::string> serveTls(const TlsFiles& files, std::uint16_t port) {
  return {strCat("--remote=pssl:", port, ":127.0.0.1"), strCat("--private-key=", files.privateKey),
          strCat("--certificate=", files.certificate), strCat("--ca-cert=", files.caCertificate)};
}

ClientOptions with(const TlsFiles& files) {
  ClientOptions options;
  options.tls = files;
  return options;
}

class OvsdbTls : public ::testing::Test {
 protected:
  [[nodiscard]] Remote remote() const { return InetRemote{"127.0.0.1", port_, Encryption::Tls}; }

  Authority authority_;
  std::uint16_t port_ = freePort();
  Server server_{serveTls(authority_.issue("server"), port_)};
};

TEST_F(OvsdbTls, CarriesLargeTransactionsBothWays) {
  Client client = connectTo({remote()}, with(authority_.issue("client")));
  std::vector<Operation> inserts;
  for (int row = 0; row < 2000; ++row) {
    inserts.push_back(Insert{.table = "QoS", .row = {{"type", std::string(1000, 'x')}}});
  }
  ASSERT_TRUE(client.transact(kDatabase, inserts, soon()));
  const auto reply =
      client.transact(kDatabase, std::vector<Operation>{Select{.table = "QoS"}}, soon());
  ASSERT_TRUE(reply) << reply.error().message();
  EXPECT_EQ(reply->rows(0).size(), inserts.size());
}

TEST_F(OvsdbTls, RefusesAServerThatAnotherAuthorityVouchesFor) {
  connectTo(server_.remotes());  // it is up
  Authority other;
  TlsFiles files = authority_.issue("client");
  files.caCertificate = other.file("ca.pem");
  const auto client = Client::connect({remote()}, with(files), soon());
  ASSERT_FALSE(client);
  EXPECT_EQ(client.error().kind(), ErrorKind::Denied) << client.error().message();
  EXPECT_NE(client.error().message().find("certificate"), std::string::npos);
}

TEST_F(OvsdbTls, SaysWhichFileIsMissing) {
  connectTo(server_.remotes());
  TlsFiles files = authority_.issue("client");
  files.privateKey = authority_.file("none.key");
  const auto client = Client::connect({remote()}, with(files), soon());
  EXPECT_EQ(client.error().kind(), ErrorKind::InvalidInput);
  EXPECT_NE(client.error().message().find("none.key"), std::string::npos);
  EXPECT_EQ(Client::connect({remote()}, {}, soon()).error().kind(), ErrorKind::InvalidInput);
}

TEST(OvsdbTcp, ConnectsByAddressOfEitherFamilyAndByName) {
  const std::uint16_t port = freePort();
  const std::uint16_t port6 = freePort();
  const Server server(
      {strCat("--remote=ptcp:", port, ":127.0.0.1"), strCat("--remote=ptcp:", port6, ":[::1]")});
  for (const std::string& text : {strCat("tcp:127.0.0.1:", port), strCat("tcp:[::1]:", port6)}) {
    Client client = connectTo(parseRemotes(text).value());
    EXPECT_TRUE(client.listDbs(soon())) << text;
  }
  // Whichever family the name has first, one of the two is there.
  Client client =
      connectTo(parseRemotes(strCat("tcp:localhost:", port, ",tcp:localhost:", port6)).value());
  EXPECT_TRUE(client.listDbs(soon()));
}

TEST(OvsdbTcp, NamesARemoteThatRefuses) {
  const auto client =
      Client::connect({InetRemote{"127.0.0.1", freePort(), Encryption::None}}, {}, soon());
  EXPECT_EQ(client.error().kind(), ErrorKind::Unavailable);
  EXPECT_NE(client.error().message().find("tcp:127.0.0.1:"), std::string::npos);
}

}  // namespace
}  // namespace pointsman::ovsdb::testing
