// SPDX-License-Identifier: Apache-2.0
#include "boot/candidates.h"

#include <algorithm>
#include <cctype>

#include "base/str_cat.h"

namespace pointsman::boot {

namespace {

// RFC 1123 names and what Linux hosts are called besides; nothing that leads to another directory.
bool isFileName(std::string_view name) {
  return !name.empty() && !name.starts_with('.') && std::ranges::all_of(name, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.';
  });
}

std::string fileNameOf(const MacAddress& mac) {
  std::string name = toLowerString(mac);
  std::ranges::replace(name, ':', '-');
  return name;
}

bool isNic(const LinkConfig& link) {
  if (std::holds_alternative<PhysicalLink>(link.kind)) return true;
  // One end of a pair whose other end is elsewhere is a NIC to this host.
  const auto* veth = std::get_if<VethLink>(&link.kind);
  return veth != nullptr && !veth->peer;
}

void addCandidates(std::vector<Candidate>& all, const std::vector<std::filesystem::path>& where,
                   const std::string& stem, CandidateKind kind) {
  for (const auto& directory : where) {
    all.push_back({.file = directory / strCat(stem, ".yml"), .kind = kind});
    all.push_back({.file = directory / strCat(stem, ".yaml"), .kind = kind, .unusualEnding = true});
  }
}

}  // namespace

HostIdentity findIdentity(const ObservedState& host) {
  HostIdentity identity{.hostname = host.config.hostname};
  for (const auto& [name, link] : host.config.links) {
    if (!isNic(link)) continue;
    const auto facts = host.facts.links.find(name);
    const auto permanent =
        facts == host.facts.links.end() ? std::nullopt : facts->second.permanentMac;
    const auto mac = permanent ? permanent : link.mac;
    if (mac && !mac->isZero()) identity.macs.push_back(*mac);
  }
  return identity;
}

std::string_view shortName(std::string_view hostname) {
  return hostname.substr(0, hostname.find('.'));
}

std::vector<Candidate> findCandidates(const std::vector<std::filesystem::path>& directories,
                                      const HostIdentity& host) {
  std::vector<Candidate> all;
  const std::string_view brief = shortName(host.hostname);
  if (isFileName(brief)) {
    addCandidates(all, directories, std::string(brief), CandidateKind::ShortName);
  }
  if (brief != host.hostname && isFileName(host.hostname)) {
    addCandidates(all, directories, host.hostname, CandidateKind::FullName);
  }
  for (const MacAddress& mac : host.macs) {
    addCandidates(all, directories, fileNameOf(mac), CandidateKind::Mac);
  }
  addCandidates(all, directories, "cluster", CandidateKind::Common);
  return all;
}

std::string explain(const Candidate& candidate) {
  const std::string stem = candidate.file.stem().native();
  switch (candidate.kind) {
    case CandidateKind::ShortName:
    case CandidateKind::FullName:
      return strCat("it bears the name of this host, ", stem);
    case CandidateKind::Mac:
      return strCat("a NIC of this host has the MAC address ", stem);
    case CandidateKind::Common:
      break;
  }
  return "it is for every host that has no document of its own";
}

}  // namespace pointsman::boot
