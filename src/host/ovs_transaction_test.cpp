// SPDX-License-Identifier: Apache-2.0
#include "host/ovs_transaction.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/str_cat.h"
#include "host/ovs_columns.h"
#include "host/ovs_edit.h"

namespace pointsman::host {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

const BridgeName kBridge{"br-ex"};

OvsPortConfig portOf(const char* name, std::string_view type = kOvsSystem) {
  OvsPortConfig port;
  port.interfaces[InterfaceName(name)].type = type;
  return port;
}

// A bridge with its local port and one NIC.
OvsConfig makeOvs() {
  OvsConfig ovs;
  ovs.externalIds = {{"system-id", "node-1"}};
  auto& bridge = ovs.bridges[kBridge];
  bridge.externalIds = {{"bridge-id", "br-ex"}};
  bridge.ports.emplace(PortName("br-ex"), portOf("br-ex", kOvsInternal));
  bridge.ports.emplace(PortName("eth0"), portOf("eth0"));
  return ovs;
}

// Rows as a server would have them, numbered in the order they are come by.
class RowMaker {
 public:
  OvsRows make(const OvsConfig& ovs) {
    OvsRows rows;
    rows.root = {next(), columnsOf(ovs)};
    for (const auto& [name, bridge] : ovs.bridges) {
      OvsRow& row = rows.bridges[name];
      row = {next(), columnsOf(bridge)};
      std::vector<ovsdb::Atom> ports;
      for (const auto& [portName, port] : bridge.ports) {
        ports.emplace_back(addPort(portName, port, rows));
      }
      row.columns.emplace("ports", ovsdb::Value::set(ports));
      for (const auto& target : bridge.controllers) rows.controllers[name].emplace(target, next());
    }
    return rows;
  }

 private:
  ovsdb::Uuid next() { return {1, ++count_}; }

  ovsdb::Uuid addPort(const PortName& name, const OvsPortConfig& port, OvsRows& rows) {
    for (const auto& [member, interface] : port.interfaces) {
      rows.interfaces.emplace(member, OvsRow{next(), columnsOf(interface)});
    }
    rows.ports.emplace(name, OvsRow{next(), columnsOf(port)});
    return rows.ports.at(name).uuid;
  }

  std::uint64_t count_ = 0;
};

OvsRows rowsOf(const OvsConfig& ovs) { return RowMaker().make(ovs); }

struct Made {
  OvsTransaction transaction = {};
  OvsRows rows = {};
};

Made makeFrom(const OvsConfig& ovs, const std::vector<plan::Step>& steps) {
  const auto after = editOvs(ovs, steps);
  EXPECT_TRUE(after.has_value()) << after.error().message();
  Made made{.rows = rowsOf(ovs)};
  made.transaction = makeOvsTransaction(ovs, after.value_or(ovs), made.rows);
  return made;
}

std::vector<std::string> describeAll(const OvsTransaction& transaction) {
  std::vector<std::string> texts;
  for (const auto& operation : transaction.operations) texts.push_back(describe(operation));
  return texts;
}

template <typename Operation>
std::vector<Operation> all(const OvsTransaction& transaction) {
  std::vector<Operation> found;
  for (const auto& operation : transaction.operations) {
    if (const auto* one = std::get_if<Operation>(&operation)) found.push_back(*one);
  }
  return found;
}

template <typename Operation>
Operation only(const OvsTransaction& transaction, std::string_view table) {
  std::vector<Operation> found = all<Operation>(transaction);
  std::erase_if(found, [&](const Operation& one) { return one.table != table; });
  EXPECT_EQ(found.size(), 1U) << table;
  return found.empty() ? Operation{} : found.front();
}

TEST(OvsTransaction, IsEmptyWhenNothingDiffers) {
  const OvsConfig ovs = makeOvs();
  EXPECT_EQ(makeOvsTransaction(ovs, ovs, rowsOf(ovs)), OvsTransaction{});
}

TEST(OvsTransaction, MakesABridgeWithItsPortsAndWaitsForVswitchd) {
  OvsBridgeConfig settings{.failMode = "secure", .controllers = {"tcp:192.0.2.1:6653"}};
  settings.otherConfig = {{"hwaddr", "02:00:00:00:00:01"}};
  OvsPortConfig uplink = portOf("eth0");
  uplink.interfaces.begin()->second.ofportRequest = 1;
  const auto made =
      makeFrom({}, {plan::AddBridge{kBridge, settings},
                    plan::AddPort{kBridge, PortName("br-ex"), portOf("br-ex", kOvsInternal)},
                    plan::AddPort{kBridge, PortName("eth0"), uplink}});
  EXPECT_THAT(describeAll(made.transaction),
              ElementsAre("wait on Open_vSwitch", "insert into Interface", "insert into Interface",
                          "insert into Port", "insert into Port", "insert into Controller",
                          "insert into Bridge", "mutate of Open_vSwitch", "mutate of Open_vSwitch",
                          "select from Open_vSwitch"));
  EXPECT_THAT(made.transaction.touched,
              UnorderedElementsAre(InterfaceName("br-ex"), InterfaceName("eth0")));
  const auto inserts = all<ovsdb::Insert>(made.transaction);
  EXPECT_EQ(inserts[1].row,
            (ovsdb::Row{{"name", "eth0"}, {"type", "system"}, {"ofport_request", 1}}));
  const auto& bridge = inserts.back().row;
  EXPECT_EQ(bridge.at("ports"), ovsdb::Value::set({ovsdb::NamedUuid{inserts[2].name},
                                                   ovsdb::NamedUuid{inserts[3].name}}));
  EXPECT_EQ(bridge.at("controller"), ovsdb::Value(ovsdb::NamedUuid{inserts[4].name}));
  EXPECT_FALSE(bridge.contains("stp_enable"));
}

TEST(OvsTransaction, ChangesMapsKeyByKeyAndGuardsWhatItRead) {
  const OvsConfig ovs = makeOvs();
  const OvsBridgeConfig before = {.externalIds = {{"bridge-id", "br-ex"}}};
  const OvsBridgeConfig after = {
      .failMode = "secure", .externalIds = {{"bridge-id", "br-ex1"}, {"bridge-uplink", "eth0"}}};
  const auto made = makeFrom(ovs, {plan::ChangeBridge{kBridge, before, after}});
  const OvsRow& row = made.rows.bridges.at(kBridge);
  const auto wait = only<ovsdb::Wait>(made.transaction, "Bridge");
  EXPECT_EQ(wait.where, ovsdb::whereUuid(row.uuid));
  EXPECT_THAT(wait.columns, ElementsAre("_uuid", "external_ids", "fail_mode"));
  EXPECT_EQ(wait.rows.at(0).at("external_ids"), row.columns.at("external_ids"));
  EXPECT_EQ(only<ovsdb::Update>(made.transaction, "Bridge").row,
            (ovsdb::Row{{"fail_mode", "secure"}}));
  EXPECT_THAT(
      only<ovsdb::Mutate>(made.transaction, "Bridge").mutations,
      ElementsAre(ovsdb::Mutation{"external_ids", ovsdb::Mutator::Delete, "bridge-id"},
                  ovsdb::Mutation{"external_ids", ovsdb::Mutator::Insert,
                                  ovsdb::Value::map(ovsdb::TextMap{{"bridge-id", "br-ex1"},
                                                                   {"bridge-uplink", "eth0"}})}));
}

TEST(OvsTransaction, MovesAPortWithItsRows) {
  OvsConfig ovs = makeOvs();
  const BridgeName other{"br-int"};
  ovs.bridges[other].ports.emplace(PortName("br-int"), portOf("br-int", kOvsInternal));
  const auto made = makeFrom(ovs, {plan::RemovePort{kBridge, PortName("eth0"), portOf("eth0")},
                                   plan::AddPort{other, PortName("eth0"), portOf("eth0")}});
  EXPECT_THAT(all<ovsdb::Insert>(made.transaction), IsEmpty());
  const ovsdb::Uuid port = made.rows.ports.at(PortName("eth0")).uuid;
  const auto mutates = all<ovsdb::Mutate>(made.transaction);
  ASSERT_EQ(mutates.size(), 3U);
  EXPECT_EQ(mutates[0].where, ovsdb::whereUuid(made.rows.bridges.at(kBridge).uuid));
  EXPECT_THAT(mutates[0].mutations,
              ElementsAre(ovsdb::Mutation{"ports", ovsdb::Mutator::Delete, port}));
  EXPECT_EQ(mutates[1].where, ovsdb::whereUuid(made.rows.bridges.at(other).uuid));
  EXPECT_THAT(mutates[1].mutations,
              ElementsAre(ovsdb::Mutation{"ports", ovsdb::Mutator::Insert, port}));
  EXPECT_THAT(made.transaction.touched, ElementsAre(InterfaceName("eth0")));
}

TEST(OvsTransaction, KeepsTheInterfaceThatBecomesAMemberOfABond) {
  const OvsConfig ovs = makeOvs();
  OvsPortConfig bond = portOf("eth0");
  bond.interfaces[InterfaceName("eth1")] = {};
  bond.bondMode = "balance-slb";
  const auto made = makeFrom(ovs, {plan::RemovePort{kBridge, PortName("eth0"), portOf("eth0")},
                                   plan::AddPort{kBridge, PortName("bond0"), bond}});
  const auto inserts = all<ovsdb::Insert>(made.transaction);
  ASSERT_EQ(inserts.size(), 2U);
  EXPECT_EQ(inserts[0].row.at("name"), ovsdb::Value("eth1"));
  EXPECT_EQ(inserts[1].row.at("interfaces"),
            ovsdb::Value::set({made.rows.interfaces.at(InterfaceName("eth0")).uuid,
                               ovsdb::NamedUuid{inserts[0].name}}));
  // The Port row that goes must be as it was read.
  EXPECT_EQ(only<ovsdb::Wait>(made.transaction, "Port").where,
            ovsdb::whereUuid(made.rows.ports.at(PortName("eth0")).uuid));
}

TEST(OvsTransaction, ChangesMembersWithoutEverLeavingThePortEmpty) {
  const OvsConfig ovs = makeOvs();
  const PortName port{"eth0"};
  const auto made = makeFrom(ovs, {plan::RemovePortMember{kBridge, port, InterfaceName("eth0"), {}},
                                   plan::AddPortMember{kBridge, port, InterfaceName("eth1"), {}}});
  const auto mutations = only<ovsdb::Mutate>(made.transaction, "Port").mutations;
  ASSERT_EQ(mutations.size(), 2U);
  EXPECT_EQ(mutations[0].mutator, ovsdb::Mutator::Insert);
  EXPECT_EQ(mutations[1].mutator, ovsdb::Mutator::Delete);
}

TEST(OvsTransaction, RemovesABridgeByTakingItFromTheRoot) {
  OvsConfig ovs = makeOvs();
  ovs.bridges.at(kBridge).ports.erase(PortName("eth0"));
  const auto made =
      makeFrom(ovs, {plan::RemovePort{kBridge, PortName("br-ex"), portOf("br-ex", kOvsInternal)},
                     plan::RemoveBridge{kBridge, {.externalIds = {{"bridge-id", "br-ex"}}}}});
  EXPECT_THAT(
      describeAll(made.transaction),
      ElementsAre("wait on Interface", "wait on Port", "wait on Bridge", "wait on Open_vSwitch",
                  "mutate of Open_vSwitch", "mutate of Open_vSwitch", "select from Open_vSwitch"));
  EXPECT_THAT(only<ovsdb::Wait>(made.transaction, "Bridge").columns, testing::Contains("ports"));
}

TEST(OvsTransaction, TouchesOneKeyOfTheRootRow) {
  const auto made =
      makeFrom(makeOvs(), {plan::ChangeOvsKey{plan::OvsColumn::ExternalIds, "ovn-bridge-mappings",
                                              std::nullopt, "physnet:br-ex"}});
  EXPECT_THAT(all<ovsdb::Mutate>(made.transaction).at(0).mutations,
              ElementsAre(ovsdb::Mutation{
                  "external_ids", ovsdb::Mutator::Insert,
                  ovsdb::Value::map(ovsdb::TextMap{{"ovn-bridge-mappings", "physnet:br-ex"}})}));
  EXPECT_THAT(made.transaction.touched, IsEmpty());
}

TEST(EditOvs, RefusesAColumnThatIsNeitherAsBeforeNorAsAfter) {
  OvsConfig ovs = makeOvs();
  ovs.bridges.at(kBridge).failMode = "standalone";
  const auto edited = editOvs(
      ovs, std::vector<plan::Step>{plan::ChangeBridge{kBridge, {}, {.failMode = "secure"}}});
  ASSERT_FALSE(edited.has_value());
  EXPECT_EQ(edited.error().kind(), ErrorKind::Conflict);
  EXPECT_EQ(edited.error().message(),
            "bridge br-ex: fail_mode was changed by somebody else meanwhile");
}

TEST(EditOvs, LeavesKeysOfOthersAlone) {
  OvsConfig ovs = makeOvs();
  ovs.bridges.at(kBridge).externalIds.emplace("ovn-installed", "true");
  const auto edited = editOvs(
      ovs, std::vector<plan::Step>{plan::ChangeBridge{
               kBridge, {.externalIds = {{"bridge-id", "br-ex"}}}, {.externalIds = {{"a", "b"}}}}});
  ASSERT_TRUE(edited.has_value());
  EXPECT_EQ(edited->bridges.at(kBridge).externalIds,
            (StringMap{{"a", "b"}, {"ovn-installed", "true"}}));
}

TEST(EditOvs, RefusesToRemoveABridgeThatGotAPortMeanwhile) {
  const auto edited = editOvs(makeOvs(), std::vector<plan::Step>{plan::RemoveBridge{
                                             kBridge, {.externalIds = {{"bridge-id", "br-ex"}}}}});
  ASSERT_FALSE(edited.has_value());
  EXPECT_EQ(edited.error().kind(), ErrorKind::Conflict);
}

TEST(EditOvs, RefusesANameThatAnotherBridgeUses) {
  const BridgeName other{"br-int"};
  const auto edited = editOvs(
      makeOvs(), std::vector<plan::Step>{plan::AddBridge{other, {}},
                                         plan::AddPort{other, PortName("eth0"), portOf("eth0")}});
  ASSERT_FALSE(edited.has_value());
  EXPECT_EQ(edited.error().kind(), ErrorKind::Conflict);
}

// Whatever the batch, doing it twice is doing it once, and its inverse leads back.
class EditOvsLaws : public testing::TestWithParam<int> {};

std::vector<plan::Step> batchNumber(int number) {
  const PortName eth0{"eth0"};
  OvsPortConfig tagged = portOf("eth0");
  tagged.vlan.tag = 7;
  const BridgeName other{"br-int"};
  switch (number) {
    case 0:
      return {plan::AddBridge{other, {.stp = true}},
              plan::AddPort{other, PortName("br-int"), portOf("br-int", kOvsInternal)}};
    case 1:
      return {plan::RemovePort{kBridge, eth0, portOf("eth0")},
              plan::AddPort{kBridge, eth0, tagged}};
    case 2:
      return {plan::AddBridge{other, {}}, plan::RemovePort{kBridge, eth0, portOf("eth0")},
              plan::AddPort{other, eth0, portOf("eth0")}};
    case 3:
      return {plan::AddPortMember{kBridge, eth0, InterfaceName("eth1"), {.mtuRequest = 9000}},
              plan::ChangePort{kBridge, eth0, {}, {.lacp = "active"}}};
    case 4:
      return {
          plan::ChangeOvsInterface{kBridge, eth0, InterfaceName("eth0"), {}, {.ofportRequest = 4}},
          plan::ChangeOvsKey{plan::OvsColumn::OtherConfig, "k", std::nullopt, "v"}};
    default:
      return {plan::RemovePort{kBridge, eth0, portOf("eth0")},
              plan::RemovePort{kBridge, PortName("br-ex"), portOf("br-ex", kOvsInternal)},
              plan::RemoveBridge{kBridge, {.externalIds = {{"bridge-id", "br-ex"}}}}};
  }
}

TEST_P(EditOvsLaws, RepeatingChangesNothingAndTheInverseLeadsBack) {
  const OvsConfig ovs = makeOvs();
  const auto steps = batchNumber(GetParam());
  const auto once = editOvs(ovs, steps);
  ASSERT_TRUE(once.has_value()) << once.error().message();
  EXPECT_NE(*once, ovs);
  const auto twice = editOvs(*once, steps);
  ASSERT_TRUE(twice.has_value()) << twice.error().message();
  EXPECT_EQ(*twice, *once);
  const auto back = editOvs(*once, plan::inverseOf(steps));
  ASSERT_TRUE(back.has_value()) << back.error().message();
  EXPECT_EQ(*back, ovs);
  // Undoing what was never done is doing nothing.
  const auto still = editOvs(ovs, plan::inverseOf(steps));
  ASSERT_TRUE(still.has_value()) << still.error().message();
  EXPECT_EQ(*still, ovs);
}
INSTANTIATE_TEST_SUITE_P(, EditOvsLaws, testing::Range(0, 6));

}  // namespace
}  // namespace pointsman::host
