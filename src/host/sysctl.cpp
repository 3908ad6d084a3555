// SPDX-License-Identifier: Apache-2.0
#include "host/sysctl.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "base/file.h"
#include "base/str_cat.h"
#include "base/unique_fd.h"

namespace pointsman::host {

namespace {

constexpr std::size_t kLargestSetting = 4096;

std::string pathOf(IpFamily family, const InterfaceName& link, std::string_view name) {
  return strCat("/proc/sys/net/", family, "/conf/", link, "/", name);
}

}  // namespace

Result<std::string> readLinkSetting(IpFamily family, const InterfaceName& link,
                                    std::string_view name) {
  TRY(std::string text, readFile(pathOf(family, link, name), kLargestSetting));
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

Result<> writeLinkSetting(IpFamily family, const InterfaceName& link, std::string_view name,
                          std::string_view value) {
  const auto current = readLinkSetting(family, link, name);
  if (current && *current == value) return ok();
  const std::string path = pathOf(family, link, name);
  const UniqueFd file{::open(path.c_str(), O_WRONLY | O_CLOEXEC)};
  if (!file.valid()) return errnoError(path);
  // The kernel takes a setting in one write or not at all.
  if (::write(file.number(), value.data(), value.size()) < 0) {
    return errnoError(strCat(path, " = ", value));
  }
  return ok();
}

}  // namespace pointsman::host
