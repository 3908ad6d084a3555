// SPDX-License-Identifier: Apache-2.0
// The boot unit among the units of the hosts it is for: systemd finds nothing to complain of, and
// no cycle in the order of start.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <map>
#include <string>

#include "base/command.h"
#include "base/file.h"
#include "base/str_cat.h"

namespace pointsman {
namespace {

using testing::HasSubstr;

constexpr std::string_view kUnit = "pointsman-boot.service";

// Of each unit, what its [Unit] section says.
using Units = std::map<std::string, std::string>;

// Where the program is said to be, there need not be one while this is tested.
std::string unitWithAProgramThatExists() {
  std::string text =
      readFile(strCat(POINTSMAN_SOURCE_DIR, "/deploy/systemd/", kUnit), 100'000).value_or("");
  const std::string_view program = "/usr/bin/pointsman";
  const auto at = text.find(program);
  EXPECT_NE(at, std::string::npos);
  if (at != std::string::npos) text.replace(at, program.size(), "/bin/true");
  return text;
}

class BootUnit : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = strCat(testing::TempDir(), "units.XXXXXX");
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
    write(kUnit, unitWithAProgramThatExists());
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  void write(std::string_view name, std::string_view content) {
    ASSERT_TRUE(writeFileAtomically(directory_ / name, content, 0644));
  }

  // What systemd says of the unit when 'units' are there besides its own; empty: nothing is wrong.
  std::string complaintsAmong(const Units& units) {
    for (const auto& [name, section] : units) {
      const bool target = name.ends_with(".target");
      write(name, strCat("[Unit]\n", section,
                         target ? "" : "\n[Service]\nType=oneshot\nExecStart=/bin/true\n"));
    }
    ProcessOptions options;
    // The empty path at the end stands for systemd's own directories.
    options.environment["SYSTEMD_UNIT_PATH"] = strCat(directory_.native(), ":");
    const auto ran = runCommand({"systemd-analyze", "verify", (directory_ / kUnit).native()},
                                options, Deadline::after(std::chrono::seconds(60)));
    if (!ran) return ran.error().message();
    return ran->status.success() ? ran->errors : strCat("failed: ", ran->errors);
  }

  std::filesystem::path directory_;
};

// The orders that Debian's packages and the templates of OpenShift give their units.
const Units kDebian = {
    {"ovsdb-server.service", "DefaultDependencies=no\nBefore=network.target"},
    {"ovs-vswitchd.service",
     "DefaultDependencies=no\nRequires=ovsdb-server.service\n"
     "After=ovsdb-server.service network-pre.target\nBefore=network.target networking.service"},
    {"openvswitch-switch.service",
     "Requires=ovsdb-server.service ovs-vswitchd.service\nBefore=network.target\n"
     "After=network-pre.target ovsdb-server.service ovs-vswitchd.service"},
    {"networking.service", "After=network-pre.target\nBefore=network.target network-online.target"},
};
const Units kOpenShift = {
    {"openvswitch.service", "Before=network.target\nAfter=network-pre.target"},
    {"NetworkManager.service", "After=network-pre.target\nBefore=network.target"},
    {"NetworkManager-wait-online.service",
     "Requires=NetworkManager.service\nAfter=NetworkManager.service\nBefore=network-online.target"},
    {"nodeip-configuration.service",
     "Wants=NetworkManager-wait-online.service\nAfter=NetworkManager-wait-online.service\n"
     "Before=kubelet-dependencies.target ovs-configuration.service"},
    {"nmstate-configuration.service",
     "After=NetworkManager-wait-online.service openvswitch.service nodeip-configuration.service\n"
     "Before=nmstate.service ovs-configuration.service kubelet-dependencies.target"},
    {"nmstate.service",
     "After=NetworkManager.service "
     "NetworkManager-wait-online.service\nBefore=network-online.target"},
    {"ovs-configuration.service",
     "Requires=openvswitch.service\n"
     "After=NetworkManager-wait-online.service openvswitch.service nodeip-configuration.service "
     "nmstate.service\nBefore=kubelet-dependencies.target node-valid-hostname.service"},
    {"wait-for-node-ip.service", "After=nmstate.service\nBefore=kubelet-dependencies.target"},
    {"node-valid-hostname.service", "Before=kubelet-dependencies.target"},
    {"kubelet-dependencies.target", "Requires=network-online.target\nAfter=network-online.target"},
    {"kubelet.service", "Requires=kubelet-dependencies.target\nAfter=kubelet-dependencies.target"},
};

TEST_F(BootUnit, StandsAloneOnAHostWithNeither) { EXPECT_EQ(complaintsAmong({}), ""); }

TEST_F(BootUnit, FitsInAmongTheUnitsOfDebian) { EXPECT_EQ(complaintsAmong(kDebian), ""); }

TEST_F(BootUnit, FitsInAmongTheUnitsOfOpenShift) { EXPECT_EQ(complaintsAmong(kOpenShift), ""); }

TEST_F(BootUnit, WouldShowACycle) {
  Units units = kOpenShift;
  units["openvswitch.service"] = "After=network-online.target\nWants=network-online.target";
  EXPECT_THAT(complaintsAmong(units), HasSubstr("cycle"));
}

}  // namespace
}  // namespace pointsman
