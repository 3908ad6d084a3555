// SPDX-License-Identifier: Apache-2.0
#include "document/host_section.h"

#include <algorithm>

#include "base/str_cat.h"
#include "document/fields.h"
#include "document/suggest.h"

namespace pointsman::document {

namespace {

constexpr std::string_view kResolverFlags[] = {"debug",
                                               "edns0",
                                               "inet6",
                                               "ip6-bytestring",
                                               "ip6-dotint",
                                               "no-aaaa",
                                               "no-check-names",
                                               "no-ip6-dotint",
                                               "no-reload",
                                               "no-tld-query",
                                               "rotate",
                                               "single-request",
                                               "single-request-reopen",
                                               "trust-ad",
                                               "use-vc"};
constexpr std::string_view kResolverNumbers[] = {"ndots", "timeout", "attempts"};

void checkServer(const Value& item) {
  if (item.expectScalar() && !isNameServer(item.node().text)) {
    item.error(strCat("'", item.node().text, "' is not the address of a name server"),
               "write an IP address, or fe80::1%eth1 for a link-local one");
  }
}

void checkOption(const Value& item) {
  if (item.expectScalar() && !isResolverOption(item.node().text)) {
    item.error(strCat("'", item.node().text, "' is not an option of resolv.conf(5)"),
               suggestion(item.node().text, kResolverFlags));
  }
}

void checkSearch(const Value& item) {
  if (!item.expectScalar()) return;
  const std::string& text = item.node().text;
  if (text.empty() || std::ranges::any_of(text, [](char c) { return c <= ' ' || c == 0x7F; })) {
    item.error(strCat("'", text, "' is not a domain to search"));
  }
}

template <auto Member, auto check>
constexpr Field<DesiredResolver> checkedList(std::string_view key) {
  Field<DesiredResolver> field = setting<Member>(key);
  field.read = [](const Value& list, DesiredResolver& resolver) {
    typename decltype(detail::memberOf(Member))::value_type found;
    const bool isList = forEachItem(list, [&](const Value& item) {
      check(item);
      found.insert(found.end(), item.node().text);
    });
    if (isList) resolver.*Member = std::move(found);
  };
  return field;
}

constexpr Field<DesiredResolver> kConfigFields[] = {
    checkedList<&DesiredResolver::servers, checkServer>("server"),
    checkedList<&DesiredResolver::search, checkSearch>("search"),
    checkedList<&DesiredResolver::options, checkOption>("options"),
};

void readResolverConfig(const Value& config, std::optional<DesiredResolver>& resolver) {
  DesiredResolver read;
  if (!readFields(config, kConfigFields, read)) return;
  if (config.node().entries.empty()) {
    // `config: {}` purges.
    read.servers.emplace();
    read.search.emplace();
    read.options.emplace();
  }
  if (read != DesiredResolver{}) resolver = std::move(read);
}

constexpr Field<std::optional<DesiredResolver>> kResolverFields[] = {
    {.key = "config", .read = readResolverConfig},
    queryOnly<std::optional<DesiredResolver>>("running"),
};

constexpr Field<DesiredHostname> kHostnameFields[] = {
    setting<&DesiredHostname::running>("running"),
    setting<&DesiredHostname::config>("config"),
};

void checkHostname(const Value& section, std::string_view key) {
  const auto value = section.find(key);
  if (!value || !value->node().isScalar()) return;
  const std::string& text = value->node().text;
  if (text.empty() && key == "config") return;  // takes the static name away
  if (!isHostname(text)) {
    value->error(strCat("'", text, "' cannot be a host name"),
                 "letters, digits, '-' and '.', at most 64 of them");
  }
}

}  // namespace

bool isNameServer(std::string_view text) {
  const auto percent = text.find('%');
  const auto address = IpAddress::parse(text.substr(0, percent));
  if (!address) return false;
  if (percent == std::string_view::npos) return true;
  return address->family() == IpFamily::V6 && address->isLinkLocal() && percent + 1 < text.size();
}

bool isResolverOption(std::string_view text) {
  if (std::ranges::count(kResolverFlags, text) > 0) return true;
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return false;
  const std::string_view digits = text.substr(colon + 1);
  return std::ranges::count(kResolverNumbers, text.substr(0, colon)) > 0 && !digits.empty() &&
         digits.size() < 4 &&
         std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
}

bool isHostname(std::string_view text) {
  constexpr std::size_t kLongest = 64;  // HOST_NAME_MAX of linux/limits.h
  return !text.empty() && text.size() <= kLongest && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '.' || c == '_';
  });
}

void readResolver(const Value& section, std::optional<DesiredResolver>& resolver) {
  readFields(section, kResolverFields, resolver);
}

void readHostname(const Value& section, DesiredHostname& hostname) {
  if (!readFields(section, kHostnameFields, hostname)) return;
  checkHostname(section, "running");
  checkHostname(section, "config");
}

Node writeResolver(const DesiredResolver& resolver) {
  return writeMapping(resolver, kConfigFields);
}
Node writeHostname(const DesiredHostname& hostname) {
  return writeMapping(hostname, kHostnameFields);
}

}  // namespace pointsman::document
