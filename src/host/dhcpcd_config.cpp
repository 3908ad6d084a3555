// SPDX-License-Identifier: Apache-2.0
#include "host/dhcpcd_config.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/str_cat.h"

namespace pointsman::host {

namespace {

constexpr std::string_view kRunDirectory = "/run/dhcpcd";  // as Debian builds it

std::string_view familyOption(IpFamily family) { return family == IpFamily::V4 ? "-4" : "-6"; }

Error unsupported(std::string_view what) {
  return {ErrorKind::Unsupported, strCat(what, " cannot be had with dhcpcd")};
}

// A word that dhcpcd reads as it stands: its quoting has rules of its own.
Result<> checkWord(std::string_view what, std::string_view word) {
  const bool plain = std::ranges::all_of(word, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '.' || c == ':' || c == '-' || c == '_';
  });
  if (plain && !word.empty()) return ok();
  return Error{ErrorKind::InvalidInput, strCat(what, ": '", word,
                                               "' has characters other than "
                                               "letters, digits and . : - _")};
}

// "ll" and the like are dhcpcd's words, but for "llt", which it calls "lt".
Result<std::string> duidLine(const std::string& duid) {
  CHECK_OK(checkWord("dhcp-duid", duid));
  return strCat("duid ", duid == "llt" ? "lt" : duid, "\n");
}

Result<std::string> identityLines(IpFamily family, const IpConfig& method) {
  std::string text;
  if (family == IpFamily::V6) {
    // Of the link-layer address alone: the bridge that gets it is the same client.
    if (!method.dhcpDuid) return std::string("duid ll\n");
    return duidLine(*method.dhcpDuid);
  }
  if (method.dhcpClientId == "iaid+duid") return std::string("duid\n");
  if (method.dhcpClientId == "ll") return std::string("clientid\n");
  if (method.dhcpClientId) {
    CHECK_OK(checkWord("dhcp-client-id", *method.dhcpClientId));
    return strCat("clientid ", *method.dhcpClientId, "\n");
  }
  // Without an id the server goes by the MAC address, as for most clients before us: the lease
  // stays when the address moves to a bridge.
  return text;
}

Result<std::string> hostnameLines(const IpConfig& method) {
  if (!method.dhcpSendHostname) return std::string();
  if (!method.dhcpCustomHostname) return std::string("hostname\n");
  CHECK_OK(checkWord("dhcp-custom-hostname", *method.dhcpCustomHostname));
  return strCat("hostname ", *method.dhcpCustomHostname, "\n");
}

std::string routeLines(IpFamily family, const IpConfig& method) {
  std::string text;
  if (method.autoRouteMetric) strAppend(text, "metric ", *method.autoRouteMetric, "\n");
  if (!method.autoGateway || !method.autoRoutes) text += "nogateway\n";
  if (!method.autoRoutes && family == IpFamily::V4) {
    text += "nooption classless_static_routes, static_routes, ms_classless_static_routes\n";
  } else if (family == IpFamily::V4) {
    text += "option classless_static_routes\n";
  }
  return text;
}

std::string nameServerLines(const IpConfig& method) {
  std::string text =
      "nohook test, hostname, ntp-common.conf, chrony.conf, timesyncd.conf, "
      "openntpd.conf, wpa_supplicant\n";
  if (method.autoDns) {
    text += "option domain_name_servers, domain_name, domain_search\n";
  } else {
    text += "nohook resolv.conf\n";
  }
  return text;
}

Result<std::string> ipv6Lines(const IpConfig& method) {
  if (method.token) return unsupported("an IPv6 token");
  std::string text = "ipv6rs\n";
  text += method.dhcp ? "dhcp6\nia_na\n" : "nodhcp6\n";
  text += method.autoconf ? "ipv6ra_autoconf\n" : "ipv6ra_noautoconf\n";
  text += method.addrGenMode == "stable-privacy" ? "slaac private\n" : "slaac hwaddr\n";
  return text;
}

}  // namespace

Result<std::string> makeDhcpcdConfig(IpFamily family, const IpConfig& method) {
  if (method.autoRouteTable && *method.autoRouteTable != kMainTable) {
    return unsupported("auto-route-table-id");
  }
  // For ever, however long no server answers; without the seconds that probing for a duplicate
  // takes, which the server does before it offers an address.
  std::string text = "timeout 0\nnodelay\nnodev\nnoarp\nnoipv4ll\nvendorclassid\n";
  TRY(const std::string identity, identityLines(family, method));
  TRY(const std::string hostname, hostnameLines(method));
  strAppend(text, identity, hostname, routeLines(family, method), nameServerLines(method));
  if (family == IpFamily::V4) return strCat(text, "require dhcp_server_identifier\n");
  TRY(const std::string ipv6, ipv6Lines(method));
  return strCat(text, ipv6);
}

std::vector<std::string> dhcpcdStart(const InterfaceName& link, IpFamily family,
                                     const std::filesystem::path& config) {
  return {std::string(familyOption(family)),
          "--config",
          config.string(),
          "--background",
          "--quiet",
          link.text};
}

std::filesystem::path dhcpcdPidFile(const InterfaceName& link, IpFamily family) {
  return std::filesystem::path(kRunDirectory) / strCat(link, familyOption(family), ".pid");
}

}  // namespace pointsman::host
