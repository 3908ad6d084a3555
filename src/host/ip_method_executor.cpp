// SPDX-License-Identifier: Apache-2.0
#include "host/ip_method_executor.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/str_cat.h"
#include "host/sysctl.h"

namespace pointsman::host {

namespace {

constexpr const char* kMachineId = "/etc/machine-id";
constexpr std::size_t kMachineIdDigits = 32;

// The secret that stable-privacy addresses are made from (RFC 7217): must not change from boot to
// boot, and only root may read it back. Written the way the kernel takes it, like an IPv6 address.
Result<std::string> makeStableSecret() {
  TRY(const std::string text, readFile(kMachineId, 4096));
  if (text.size() < kMachineIdDigits ||
      !std::all_of(text.begin(), text.begin() + kMachineIdDigits,
                   [](unsigned char c) { return std::isxdigit(c) != 0; })) {
    return Error{ErrorKind::InvalidInput, strCat(kMachineId, " holds no machine id")};
  }
  std::string secret;
  for (std::size_t digit = 0; digit < kMachineIdDigits; ++digit) {
    if (digit != 0 && digit % 4 == 0) secret += ':';
    secret += text[digit];
  }
  return secret;
}

Result<> setAddrGenMode(const InterfaceName& link, const std::string& mode) {
  constexpr std::array<std::string_view, 4> kModes = {"eui64", "none", "stable-privacy", "random"};
  const auto found = std::ranges::find(kModes, mode);
  if (found == kModes.end()) {
    return Error{ErrorKind::InvalidInput, strCat("addr-gen-mode: there is no ", mode)};
  }
  // The kernel has no secret before somebody gives it one, and says so by failing to read it.
  if (mode == "stable-privacy" && !readLinkSetting(IpFamily::V6, link, "stable_secret")) {
    TRY(const std::string secret, makeStableSecret());
    CHECK_OK(writeLinkSetting(IpFamily::V6, link, "stable_secret", secret));
  }
  return writeLinkSetting(IpFamily::V6, link, "addr_gen_mode", strCat(found - kModes.begin()));
}

Result<> setIpv6(const plan::SetIpMethod& step) {
  CHECK_OK(
      writeLinkSetting(IpFamily::V6, step.link, "disable_ipv6", step.after.enabled ? "0" : "1"));
  if (step.after.addrGenMode == step.before.addrGenMode) return ok();
  return setAddrGenMode(step.link, step.after.addrGenMode.value_or("eui64"));
}

Result<> setForwarding(const plan::SetIpMethod& step) {
  if (!step.after.forwarding || step.after.forwarding == step.before.forwarding) return ok();
  return writeLinkSetting(step.family, step.link, "forwarding", *step.after.forwarding ? "1" : "0");
}

}  // namespace

Result<> IpMethodExecutor::execute(const plan::SetIpMethod& step, Deadline deadline) {
  if (step.before.automatic() && !step.after.automatic()) CHECK_OK(stopAutomatic(step, deadline));
  if (step.family == IpFamily::V6) CHECK_OK(setIpv6(step));
  CHECK_OK(setForwarding(step));
  return step.after.automatic() ? startAutomatic(step, deadline) : ok();
}

Result<> IpMethodExecutor::stopAutomatic(const plan::SetIpMethod& step, Deadline deadline) {
  TRY(const bool ours, dhcp_->stop(step.link, step.family, deadline));
  if (!ours) leftToOthers_.emplace(step.link, step.family);
  return ok();
}

Result<> IpMethodExecutor::startAutomatic(const plan::SetIpMethod& step, Deadline deadline) {
  if (leftToOthers_.erase({step.link, step.family}) != 0) return ok();
  return dhcp_->start(step.link, step.family, step.after, deadline);
}

}  // namespace pointsman::host
