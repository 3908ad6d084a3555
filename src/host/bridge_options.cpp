// SPDX-License-Identifier: Apache-2.0
#include "host/bridge_options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string_view>

#include "base/str_cat.h"

namespace pointsman::host {

namespace {

enum class Unit : std::uint8_t {
  Same,
  Boolean,  // anything but 0 is true there
  Seconds,  // seconds here, hundredths of a second there
  Router,   // words here, numbers there
};

struct Row {
  std::string_view document;
  std::string_view kernel;
  Unit unit;
};

constexpr std::array kRows = {
    Row{"group-addr", "group_addr", Unit::Same},
    Row{"group-fwd-mask", "group_fwd_mask", Unit::Same},
    Row{"hash-max", "mcast_hash_max", Unit::Same},
    Row{"mac-ageing-time", "ageing_time", Unit::Seconds},
    Row{"multicast-last-member-count", "mcast_last_member_count", Unit::Same},
    Row{"multicast-last-member-interval", "mcast_last_member_interval", Unit::Same},
    Row{"multicast-membership-interval", "mcast_membership_interval", Unit::Same},
    Row{"multicast-querier", "mcast_querier", Unit::Boolean},
    Row{"multicast-querier-interval", "mcast_querier_interval", Unit::Same},
    Row{"multicast-query-interval", "mcast_query_interval", Unit::Same},
    Row{"multicast-query-response-interval", "mcast_query_response_interval", Unit::Same},
    Row{"multicast-query-use-ifaddr", "mcast_query_use_ifaddr", Unit::Boolean},
    Row{"multicast-router", "mcast_router", Unit::Router},
    Row{"multicast-snooping", "mcast_snooping", Unit::Boolean},
    Row{"multicast-startup-query-count", "mcast_startup_query_count", Unit::Same},
    Row{"multicast-startup-query-interval", "mcast_startup_query_interval", Unit::Same},
    Row{"stp.enabled", "stp_state", Unit::Boolean},
    Row{"stp.forward-delay", "forward_delay", Unit::Seconds},
    Row{"stp.hello-time", "hello_time", Unit::Seconds},
    Row{"stp.max-age", "max_age", Unit::Seconds},
    Row{"stp.priority", "priority", Unit::Same},
    Row{"vlan-default-pvid", "vlan_default_pvid", Unit::Same},
    Row{"vlan-protocol", "vlan_protocol", Unit::Same},
};

constexpr std::array<std::string_view, 3> kRouterWords = {"disabled", "auto", "enabled"};

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::string toDocument(Unit unit, const std::string& text) {
  switch (unit) {
    case Unit::Same:
      return text;
    case Unit::Boolean:
      return text == "0" ? "0" : "1";
    // The kernel rounds to its clock tick (250 Hz knows no 0.01 s): the nearest second was meant.
    case Unit::Seconds:
      return strCat((number(text) + 50) / 100);
    case Unit::Router:
      return std::string(kRouterWords.at(std::min<std::uint64_t>(number(text), 2)));
  }
  return text;
}

std::string toKernel(Unit unit, const std::string& text) {
  switch (unit) {
    case Unit::Same:
    case Unit::Boolean:
      return text;
    case Unit::Seconds:
      return strCat(number(text) * 100);
    case Unit::Router:
      return strCat(std::ranges::find(kRouterWords, text) - kRouterWords.begin());
  }
  return text;
}

}  // namespace

StringMap toDocumentOptions(const netlink::Options& kernel) {
  StringMap document;
  for (const Row& row : kRows) {
    const auto found = kernel.find(row.kernel);
    if (found != kernel.end()) document.emplace(row.document, toDocument(row.unit, found->second));
  }
  return document;
}

netlink::Options toKernelOptions(const StringMap& document) {
  netlink::Options kernel;
  for (const Row& row : kRows) {
    const auto found = document.find(std::string(row.document));
    if (found != document.end()) kernel.emplace(row.kernel, toKernel(row.unit, found->second));
  }
  return kernel;
}

}  // namespace pointsman::host
