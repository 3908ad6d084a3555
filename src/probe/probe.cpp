// SPDX-License-Identifier: Apache-2.0
#include "probe/probe.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/overloaded.h"
#include "base/str_cat.h"
#include "probe/dns_message.h"

namespace pointsman::probe {

namespace {

constexpr std::string_view kForms = "write ping:ADDRESS, gateway, tcp:HOST:PORT or dns:NAME";
constexpr std::size_t kLongestDevice = 15;

Error wrong(std::string_view text, std::string_view why) {
  return Error(ErrorKind::InvalidInput, strCat("probe '", text, "': ", why));
}

Result<Probe> parsePing(std::string_view text, std::string_view target) {
  const auto zone = target.find('%');
  const auto address = IpAddress::parse(target.substr(0, zone));
  if (!address) return wrong(text, "ping needs an address: ping:192.0.2.1 or ping:2001:db8::1");
  PingProbe probe{.address = *address};
  if (zone != std::string_view::npos) probe.device = target.substr(zone + 1);
  const bool scoped = address->family() == IpFamily::V6 && address->isLinkLocal();
  if (scoped != !probe.device.empty() || probe.device.size() > kLongestDevice) {
    return wrong(text,
                 "a link-local IPv6 address, and no other, needs its device: ping:fe80::1%eth0");
  }
  return Probe(std::move(probe));
}

std::optional<std::uint16_t> parsePort(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (code != std::errc{} || end != text.data() + text.size() || port == 0) return std::nullopt;
  return port;
}

Result<Probe> parseTcp(std::string_view text, std::string_view target) {
  const auto colon = target.rfind(':');
  if (colon == std::string_view::npos) return wrong(text, "tcp needs a port: tcp:HOST:PORT");
  std::string_view host = target.substr(0, colon);
  const auto port = parsePort(target.substr(colon + 1));
  if (!port) return wrong(text, "the port must be a number from 1 to 65535");
  const bool bracketed = host.starts_with('[') && host.ends_with(']');
  if (bracketed) host = host.substr(1, host.size() - 2);
  const auto address = IpAddress::parse(host);
  if (bracketed ? !address : host.find(':') != std::string_view::npos) {
    return wrong(text, "an IPv6 address stands in brackets: tcp:[2001:db8::1]:443");
  }
  if (!address && !isHostName(host))
    return wrong(text, "the host is neither an address nor a name");
  return Probe(TcpProbe{std::string(host), *port});
}

Result<Probe> parseDns(std::string_view text, std::string_view target) {
  if (!isHostName(target)) return wrong(text, "dns needs a name: dns:example.com");
  return Probe(DnsProbe{std::string(target)});
}

Result<std::vector<Probe>> only(Result<Probe> probe) {
  if (!probe) return std::move(probe.error());
  return std::vector<Probe>{std::move(*probe)};
}

}  // namespace

Result<std::vector<Probe>> parseProbes(std::string_view text) {
  if (text == "gateway") {
    return std::vector<Probe>{GatewayProbe{IpFamily::V4}, GatewayProbe{IpFamily::V6}};
  }
  if (text == "gateway:ipv4") return std::vector<Probe>{GatewayProbe{IpFamily::V4}};
  if (text == "gateway:ipv6") return std::vector<Probe>{GatewayProbe{IpFamily::V6}};
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return wrong(text, kForms);
  const std::string_view kind = text.substr(0, colon);
  const std::string_view target = text.substr(colon + 1);
  if (kind == "ping") return only(parsePing(text, target));
  if (kind == "tcp") return only(parseTcp(text, target));
  if (kind == "dns") return only(parseDns(text, target));
  return wrong(text, kForms);
}

std::string toString(const Probe& probe) {
  return std::visit(
      Overloaded{
          [](const PingProbe& ping) {
            return strCat("ping:", ping.address, ping.device.empty() ? "" : "%", ping.device);
          },
          [](const GatewayProbe& gateway) { return strCat("gateway:", gateway.family); },
          [](const TcpProbe& tcp) {
            const bool brackets = tcp.host.find(':') != std::string::npos;
            return strCat("tcp:", brackets ? "[" : "", tcp.host, brackets ? "]:" : ":", tcp.port);
          },
          [](const DnsProbe& dns) { return strCat("dns:", dns.name); },
      },
      probe);
}

std::string toString(const ProbeResult& result) {
  if (!result.worked) return strCat(toString(result.probe), ": ", result.whyNot);
  return strCat(toString(result.probe), ": answered in ", result.milliseconds, " ms");
}

std::vector<ProbeResult> findLost(const std::vector<ProbeResult>& before,
                                  const std::vector<ProbeResult>& after) {
  std::vector<ProbeResult> lost;
  for (const ProbeResult& old : before) {
    if (!old.worked) continue;
    const auto found = std::ranges::find(after, old.probe, &ProbeResult::probe);
    if (found == after.end()) {
      lost.push_back({.probe = old.probe, .whyNot = "was not run again"});
    } else if (!found->worked) {
      lost.push_back(*found);
    }
  }
  return lost;
}

}  // namespace pointsman::probe
