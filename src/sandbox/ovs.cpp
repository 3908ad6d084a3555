// SPDX-License-Identifier: Apache-2.0
#include "sandbox/ovs.h"

#include "base/command.h"
#include "base/str_cat.h"
#include "sandbox/layout.h"

namespace pointsman::sandbox {

namespace {

constexpr std::string_view kSchema = "/usr/share/openvswitch/vswitch.ovsschema";

std::string databaseFile() { return strCat(kOvsDatabaseDirectory, "/conf.db"); }
std::string socketFile() { return strCat(kOvsRunDirectory, "/db.sock"); }

std::filesystem::path below(const std::filesystem::path& root, std::string_view inside) {
  return root / std::filesystem::path(inside).relative_path();
}

// "3.1.0" of "ovs-vswitchd (Open vSwitch) 3.1.0".
std::string_view lastWordOfFirstLine(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  return line.substr(line.rfind(' ') + 1);
}

// The last thing an OVS daemon makes before it serves is its control socket, NAME.PID.ctl.
DaemonRecipe recipe(const std::string& name, const std::filesystem::path& root,
                    std::vector<std::string> arguments) {
  const std::string logFile = strCat(kLogDirectory, "/", name, ".log");
  std::vector<std::string> argv = {name, "-vconsole:off", "-vsyslog:off", "--pidfile",
                                   strCat("--log-file=", logFile)};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  return {.name = name,
          .argv = std::move(argv),
          .readyDirectory = below(root, kOvsRunDirectory),
          .readyFile =
              [prefix = strCat(name, ".")](std::string_view file) {
                return file.starts_with(prefix) && file.ends_with(".ctl");
              },
          .log = below(root, logFile)};
}

}  // namespace

Ovs::Ovs(const Vantage& host, const std::filesystem::path& root)
    : host_(&host),
      database_(below(root, databaseFile())),
      socket_(below(root, socketFile())),
      ovsdbServer_(host, recipe("ovsdb-server", root,
                                {strCat("--remote=punix:", socketFile()), databaseFile()})),
      vswitchd_(host, recipe("ovs-vswitchd", root, {strCat("unix:", socketFile())})) {}

Result<> Ovs::start(Deadline deadline) {
  const bool fresh = !std::filesystem::exists(database_);
  if (fresh) CHECK_OK(createDatabase(deadline));
  CHECK_OK(startOvsdbServer(deadline));
  if (fresh) CHECK_OK(fillDatabase(deadline));
  return startVswitchd(deadline);
}

Result<> Ovs::createDatabase(Deadline deadline) {
  TRY(const auto ran,
      host_->capture({"ovsdb-tool", "create", databaseFile(), std::string(kSchema)}, deadline));
  return ran.check("ovsdb-tool");
}

// What ovs-ctl(8) writes before it first starts vswitchd.
Result<> Ovs::fillDatabase(Deadline deadline) {
  TRY(const auto version, host_->capture({"ovs-vswitchd", "--version"}, deadline));
  CHECK_OK(version.check("ovs-vswitchd"));
  TRY(const auto ran,
      host_->capture({"ovs-vsctl", "--no-wait", "--", "init", "--", "set", "Open_vSwitch", ".",
                      strCat("external_ids:hostname=", kHostName),
                      strCat("external_ids:system-id=", kHostName),
                      strCat("external_ids:rundir=", kOvsRunDirectory), "system_type=sandbox",
                      strCat("ovs_version=", lastWordOfFirstLine(version.output))},
                     deadline));
  return ran.check("ovs-vsctl");
}

Result<> Ovs::startOvsdbServer(Deadline deadline) { return ovsdbServer_.start(deadline); }

Result<> Ovs::startVswitchd(Deadline deadline) {
  CHECK_OK(vswitchd_.start(deadline));
  // ovs-vsctl waits until vswitchd has caught up, but only when it changes something itself: hence
  // a column that nothing reads gets a value it did not have.
  ++vswitchdStarts_;
  TRY(Process change, host_->spawn({"ovs-vsctl", "set", "Open_vSwitch", ".",
                                    strCat("system_version=start-", vswitchdStarts_)}));
  return vswitchd_.waitForCommand(change, "ovs-vsctl", deadline);
}

}  // namespace pointsman::sandbox
