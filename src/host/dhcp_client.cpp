// SPDX-License-Identifier: Apache-2.0
#include "host/dhcp_client.h"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/command.h"
#include "base/file.h"
#include "base/str_cat.h"
#include "base/unique_fd.h"
#include "host/await.h"
#include "host/dhcpcd_config.h"
#include "host/make_directory.h"
#include "host/sysctl.h"

namespace pointsman::host {

namespace {

constexpr std::string_view kProgram = "dhcpcd";
constexpr std::size_t kLargestPidFile = 64;
constexpr mode_t kOwnerOnly = 0600;
// What dhcpcd turns off in the kernel to listen to routers itself, and leaves off when it ends.
constexpr std::array<std::string_view, 3> kSettingsItChanges = {"accept_ra", "autoconf",
                                                                "addr_gen_mode"};

// The client's process. A pid file outlives it, and pids are used again: the name must be right
// too.
std::optional<pid_t> findClient(const InterfaceName& link, IpFamily family) {
  const auto text = readFile(dhcpcdPidFile(link, family), kLargestPidFile);
  if (!text) return std::nullopt;
  pid_t pid = 0;
  std::from_chars(text->data(), text->data() + text->size(), pid);
  if (pid <= 0) return std::nullopt;
  const auto name = readFile(strCat("/proc/", pid, "/comm"), kLargestPidFile);
  if (!name || !name->starts_with(kProgram)) return std::nullopt;
  return pid;
}

bool isRunning(const InterfaceName& link, IpFamily family) {
  return findClient(link, family).has_value();
}

// Not by `dhcpcd --exit`, which asks once: dhcpcd 9.4 loses a signal that meets it while it starts.
Result<> endClient(const InterfaceName& link, IpFamily family, Deadline deadline) {
  constexpr auto kAskAgainAfter = std::chrono::milliseconds(100);
  const auto pid = findClient(link, family);
  if (!pid) return ok();
  const UniqueFd process{static_cast<int>(::syscall(SYS_pidfd_open, *pid, 0))};
  // Looked for once more, now that its number cannot be given to another.
  if (!process.valid() || findClient(link, family) != pid) return ok();
  while (!deadline.passed()) {
    if (::syscall(SYS_pidfd_send_signal, process.number(), SIGTERM, nullptr, 0) != 0) {
      return errno == ESRCH ? ok() : Result<>(errnoError("ending dhcpcd"));
    }
    const Deadline again = Deadline::at(std::min(deadline.when(), Clock::now() + kAskAgainAfter));
    pollfd ended{.fd = process.number(), .events = POLLIN, .revents = 0};
    if (::poll(&ended, 1, again.pollTimeout()) > 0) return ok();
  }
  return Error{ErrorKind::Unavailable, "dhcpcd does not end"};
}

Result<> runDhcpcd(const std::vector<std::string>& arguments, Deadline deadline) {
  TRY(const auto program, findProgram(kProgram));
  std::vector<std::string> argv = {program.string()};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  TRY(const auto output, runCommand(argv, {}, deadline));
  return output.check(kProgram);
}

Result<StringMap> readSettings(const InterfaceName& link, IpFamily family) {
  StringMap settings;
  if (family == IpFamily::V4) return settings;
  for (const std::string_view name : kSettingsItChanges) {
    TRY(auto value, readLinkSetting(family, link, name));
    settings.emplace(name, std::move(value));
  }
  return settings;
}

void removeFiles(const IpMethodFiles& files) {
  std::error_code ignored;  // what is gone already needs no removing
  std::filesystem::remove(files.clientConfig, ignored);
  std::filesystem::remove(files.record, ignored);
}

}  // namespace

Result<> Dhcpcd::start(const InterfaceName& link, IpFamily family, const IpConfig& method,
                       Deadline deadline) {
  const auto known = readRecord(runDirectory_, link, family);
  if (known && known->method == method && isRunning(link, family)) return ok();
  TRY(const std::string config, makeDhcpcdConfig(family, method));
  CHECK_OK(stop(link, family, deadline));
  const IpMethodFiles files = ipMethodFiles(runDirectory_, link, family);
  CHECK_OK(makeDirectory(files.record.parent_path()));
  IpMethodRecord record{.method = method};
  TRY(record.settingsBefore, readSettings(link, family));
  CHECK_OK(writeFileAtomically(files.clientConfig, config, kOwnerOnly));
  // Before the client: what runs must be known, also to whoever comes after a crash.
  CHECK_OK(writeFileAtomically(files.record, printRecord(record), kOwnerOnly));
  auto started = runDhcpcd(dhcpcdStart(link, family, files.clientConfig), deadline);
  if (!started) removeFiles(files);
  return std::move(started).in(strCat("link ", link, ", ", family));
}

Result<bool> Dhcpcd::stop(const InterfaceName& link, IpFamily family, Deadline deadline) {
  auto record = readRecord(runDirectory_, link, family);
  if (!record && record.error().kind() == ErrorKind::NotFound) return false;
  if (!record) return std::move(record.error());
  CHECK_OK(endClient(link, family, deadline).in(strCat("link ", link)));
  for (const auto& [name, value] : record->settingsBefore) {
    auto written = writeLinkSetting(family, link, name, value);
    if (!written && written.error().kind() != ErrorKind::NotFound)
      return std::move(written.error());
  }
  removeFiles(ipMethodFiles(runDirectory_, link, family));
  return true;
}

Result<IpMethodRecords> readActiveMethods(const std::filesystem::path& runDirectory) {
  TRY(auto records, readRecords(runDirectory));
  std::erase_if(records, [](const auto& record) {
    return !isRunning(record.first.first, record.first.second);
  });
  return records;
}

Result<> awaitAddress(netlink::Netlink& netlink, const InterfaceName& link, IpFamily family,
                      Deadline deadline) {
  const auto isThere = [&]() -> Result<bool> {
    TRY(const netlink::IfIndex index, netlink.indexOf(link.text));
    TRY(const auto addresses, netlink.addresses());
    return std::ranges::any_of(addresses, [&](const netlink::Address& address) {
      return address.link == index && address.prefix.address.family() == family &&
             !address.prefix.address.isLinkLocal() && !address.tentative && !address.dadFailed;
    });
  };
  return awaitKernel({.addresses = true}, isThere, strCat("an ", family, " address of ", link),
                     deadline);
}

}  // namespace pointsman::host
