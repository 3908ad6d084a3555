// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/str_cat.h"
#include "boot/candidates.h"
#include "boot/sha256.h"
#include "boot/standing.h"

namespace pointsman::boot {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

MacAddress mac(std::string_view text) { return MacAddress::parse(text).value(); }

std::vector<std::string> fileNames(const std::vector<Candidate>& candidates) {
  std::vector<std::string> names;
  for (const Candidate& candidate : candidates) names.push_back(candidate.file.native());
  return names;
}

TEST(BootCandidates, GoFromTheHostToEverybody) {
  const HostIdentity host{.hostname = "node1.example.com", .macs = {mac("52:54:00:AB:CD:EF")}};
  EXPECT_THAT(fileNames(findCandidates({"/a"}, host)),
              ElementsAre("/a/node1.yml", "/a/node1.yaml", "/a/node1.example.com.yml",
                          "/a/node1.example.com.yaml", "/a/52-54-00-ab-cd-ef.yml",
                          "/a/52-54-00-ab-cd-ef.yaml", "/a/cluster.yml", "/a/cluster.yaml"));
}

TEST(BootCandidates, PreferTheMoreSpecificWhereverItLies) {
  EXPECT_THAT(
      fileNames(findCandidates({"/a", "/b"}, {.hostname = "node1"})),
      ElementsAre("/a/node1.yml", "/a/node1.yaml", "/b/node1.yml", "/b/node1.yaml",
                  "/a/cluster.yml", "/a/cluster.yaml", "/b/cluster.yml", "/b/cluster.yaml"));
}

TEST(BootCandidates, LeaveOutNamesThatLeadElsewhere) {
  for (const char* name : {"", "../etc/shadow", "a/b", ".hidden", "a b", "node\n"}) {
    EXPECT_THAT(fileNames(findCandidates({"/a"}, {.hostname = name})),
                ElementsAre("/a/cluster.yml", "/a/cluster.yaml"))
        << name;
  }
}

TEST(BootCandidates, SayWhyTheyAreTheHosts) {
  const HostIdentity host{.hostname = "node1", .macs = {mac("52:54:00:00:00:01")}};
  const auto candidates = findCandidates({"/a"}, host);
  EXPECT_EQ(explain(candidates.at(0)), "it bears the name of this host, node1");
  EXPECT_EQ(explain(candidates.at(2)), "a NIC of this host has the MAC address 52-54-00-00-00-01");
  EXPECT_EQ(explain(candidates.at(4)), "it is for every host that has no document of its own");
}

TEST(BootIdentity, TakesBurntInAddressesOfNics) {
  ObservedState host;
  host.config.hostname = "node1";
  const auto add = [&](std::string_view name, LinkKind kind, std::string_view current) {
    host.config.links[InterfaceName(name)] = {.kind = std::move(kind), .mac = mac(current)};
  };
  add("eth0", PhysicalLink{}, "02:00:00:00:00:99");
  host.facts.links[InterfaceName("eth0")].permanentMac = mac("52:54:00:00:00:01");
  add("eth1", PhysicalLink{}, "52:54:00:00:00:02");
  add("eth2", VethLink{}, "52:54:00:00:00:03");
  add("pair0", VethLink{InterfaceName("pair1")}, "52:54:00:00:00:04");
  add("bond0", BondLink{}, "52:54:00:00:00:05");
  add("ib0", PhysicalLink{}, "00:00:00:00:00:00");
  EXPECT_EQ(findIdentity(host),
            (HostIdentity{.hostname = "node1",
                          .macs = {mac("52:54:00:00:00:01"), mac("52:54:00:00:00:02"),
                                   mac("52:54:00:00:00:03")}}));
}

TEST(Sha256, IsThatOfFips180) {
  EXPECT_EQ(sha256("abc").value(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("").value(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

const std::string kThis(64, 'a');
const std::string kOther(64, 'b');

struct Case {
  std::string name;
  Traces traces;
  bool applied;
  std::string why;
};

class BootStanding : public testing::TestWithParam<Case> {};

TEST_P(BootStanding, IsJudgedByContent) {
  const Standing standing = judge(kThis, GetParam().traces);
  EXPECT_EQ(standing.applied, GetParam().applied);
  EXPECT_THAT(standing.why, HasSubstr(GetParam().why));
}

const AppliedRecord kRecordOfThis{.sha256 = kThis, .file = "/a/node1.yml"};
const AppliedRecord kRecordOfOther{.sha256 = kOther, .file = "/a/node1.yml"};

const Case kCases[] = {
    {"FirstBoot", {}, false, "No document was applied before."},
    {"RecordedWithoutOpenShift", {.record = kRecordOfThis}, true, "applied before"},
    {"ChangedWithoutOpenShift", {.record = kRecordOfOther}, false, "Another document"},
    {"FirstBootOfOpenShift", {.markerWanted = true}, false, "No document was applied before."},
    {"Marked",
     {.markerWanted = true, .markerSha256 = kThis, .record = kRecordOfThis},
     true,
     "This document was applied before."},
    {"MarkedByAnother",
     {.markerWanted = true, .markerSha256 = kThis},
     true,
     "another program applied this document"},
    {"MarkedForAnotherDocument",
     {.markerWanted = true, .markerSha256 = kOther, .record = kRecordOfThis},
     false,
     "The marker is of another document."},
    {"MarkerRemoved",
     {.markerWanted = true, .record = kRecordOfThis},
     false,
     "the marker has been removed"},
};
INSTANTIATE_TEST_SUITE_P(All, BootStanding, testing::ValuesIn(kCases),
                         [](const auto& tested) { return tested.param.name; });

TEST(AppliedRecord, IsReadAsItWasWritten) {
  const AppliedRecord record{
      .sha256 = kThis, .file = "/etc/pointsman/node 1=x.yml", .version = "0.1.0"};
  EXPECT_EQ(parseRecord(printRecord(record)).value(), record);
}

TEST(AppliedRecord, RefusesEverythingElse) {
  const std::string good = printRecord(kRecordOfThis);
  for (std::size_t length = 0; length < good.size(); ++length) {
    EXPECT_FALSE(parseRecord(good.substr(0, length))) << length;
  }
  EXPECT_FALSE(parseRecord(strCat(good, "more")));
  EXPECT_FALSE(parseRecord("sha256=short\nversion=1\nfile=/a\n"));
}

}  // namespace
}  // namespace pointsman::boot
