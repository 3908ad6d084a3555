// SPDX-License-Identifier: Apache-2.0
#include "document/routes_section.h"

#include "base/str_cat.h"
#include "document/fields.h"

namespace pointsman::document {

namespace {

template <typename T>
constexpr Field<T> kAbsentState = {.key = "state",
                                   .read =
                                       [](const Value& value, T& into) {
                                         static constexpr std::string_view kWords[] = {"absent"};
                                         into.absent = readChoice(value, kWords).has_value();
                                       },
                                   .write = [](const T& from) -> std::optional<Node> {
                                     if (!from.absent) return std::nullopt;
                                     return Node::ofText("absent");
                                   }};

// nmstate has no word for unicast, which is what a route is when nothing is said.
constexpr Spelling<RouteType> kRouteTypes[] = {{"unicast", RouteType::Unicast},
                                               {"blackhole", RouteType::Blackhole},
                                               {"unreachable", RouteType::Unreachable},
                                               {"prohibit", RouteType::Prohibit}};

void readDestination(const Value& value, DesiredRoute& route) {
  if (value.node().isScalar() && value.node().text.empty()) {
    value.error("'destination' is empty", "leave it out to match every destination");
    return;
  }
  route.destination = readNetwork(value);
}

void readMetric(const Value& value, DesiredRoute& route) {
  const auto metric = readInteger(value, -1, 0xFFFFFFFF);
  // -1 is nmstate's word for the default.
  if (metric && *metric >= 0) route.metric = static_cast<std::uint32_t>(*metric);
}

void readTable(const Value& value, DesiredRoute& route) {
  const auto table = readInteger(value, 0, 0xFFFFFFFF);
  if (table && *table != 0) route.table = static_cast<std::uint32_t>(*table);
}

constexpr Field<DesiredRoute> kRouteFields[] = {
    kAbsentState<DesiredRoute>,
    {.key = "destination",
     .read = readDestination,
     .write = setting<&DesiredRoute::destination>("").write},
    setting<&DesiredRoute::device>("next-hop-interface"),
    setting<&DesiredRoute::gateway>("next-hop-address"),
    {.key = "metric", .read = readMetric, .write = setting<&DesiredRoute::metric>("").write},
    {.key = "table-id", .read = readTable, .write = setting<&DesiredRoute::table>("").write},
    number<&DesiredRoute::weight, 1, 256>("weight"),
    spelled<&DesiredRoute::type, kRouteTypes>("route-type"),
    number<&DesiredRoute::cwnd, 1, 0xFFFFFFFF>("cwnd"),
    setting<&DesiredRoute::source>("source"),
    number<&DesiredRoute::advmss, 1, 0xFFFFFFFF>("advmss"),
};

void checkRouteFamilies(const Value& entry, const DesiredRoute& route) {
  if (!route.destination) return;
  const IpFamily family = route.destination->address.family();
  if (const IpAddress* gateway = wishedValue(route.gateway);
      gateway != nullptr && gateway->family() != family) {
    entry.find("next-hop-address")
        ->error(strCat("next hop ", *gateway, " is not of the family of ", *route.destination));
  }
  if (route.source && route.source->family() != family) {
    entry.find("source")->error(
        strCat("source ", *route.source, " is not of the family of ", *route.destination));
  }
  if (route.weight && family != IpFamily::V4) {
    entry.find("weight")->error("'weight' works with IPv4 routes only");
  }
}

// What only a route to be added must have.
void checkAddedRoute(const Value& entry, const DesiredRoute& route) {
  if (!route.destination) {
    if (!entry.find("destination")) entry.error("a route needs 'destination'");
    return;
  }
  if (isCleared(route.gateway)) {
    entry.find("next-hop-address")->error("'next-hop-address' is empty", "leave it out");
  }
  const bool hasNextHop =
      wishedValue(route.gateway) != nullptr || (route.device && route.device->text != "lo");
  const bool unicast = route.type.value_or(RouteType::Unicast) == RouteType::Unicast;
  if (!unicast && hasNextHop) {
    entry.error(strCat("a ", *route.type, " route to ", *route.destination, " has no next hop"),
                "remove next-hop-interface and next-hop-address");
  }
  if (!unicast) return;
  if (!route.device) {
    entry.error(strCat("the route to ", *route.destination, " needs 'next-hop-interface'"));
  }
  // The kernel would take it for the default route's network, or refuse it.
  if (route.destination->address == IpAddress() && route.destination->length >= 8) {
    entry.find("destination")
        ->error(strCat("no route can lead to ", *route.destination),
                "the default route is 0.0.0.0/0");
  }
}

constexpr Spelling<IpFamily> kFamilies[] = {{"ipv4", IpFamily::V4}, {"ipv6", IpFamily::V6}};
constexpr Spelling<RuleAction> kActions[] = {{"lookup", RuleAction::Lookup},
                                             {"blackhole", RuleAction::Blackhole},
                                             {"unreachable", RuleAction::Unreachable},
                                             {"prohibit", RuleAction::Prohibit}};

template <auto Member>
constexpr Field<DesiredRule> mark(std::string_view key) {
  Field<DesiredRule> field = setting<Member>(key);
  // Hexadecimal, as `ip rule` shows it.
  field.write = [](const DesiredRule& rule) -> std::optional<Node> {
    if (!(rule.*Member)) return std::nullopt;
    char digits[16];
    const auto [end, code] = std::to_chars(digits, digits + sizeof digits, *(rule.*Member), 16);
    (void)code;  // 16 characters hold every 32-bit number
    return Node::ofText(
        strCat("0x", std::string_view(digits, static_cast<std::size_t>(end - digits))));
  };
  return field;
}

// -1 is nmstate's word for the next free priority, and 0 for the main table.
void readPriority(const Value& value, DesiredRule& rule) {
  const auto priority = readInteger(value, -1, 0xFFFFFFFF);
  if (priority && *priority >= 0) rule.priority = static_cast<std::uint32_t>(*priority);
}

void readRuleTable(const Value& value, DesiredRule& rule) {
  const auto table = readInteger(value, 0, 0xFFFFFFFF);
  if (table && *table != 0) rule.table = static_cast<std::uint32_t>(*table);
}

constexpr Field<DesiredRule> kRuleFields[] = {
    kAbsentState<DesiredRule>,
    spelled<&DesiredRule::family, kFamilies>("family"),
    {.key = "priority", .read = readPriority, .write = setting<&DesiredRule::priority>("").write},
    setting<&DesiredRule::from>("ip-from"),
    setting<&DesiredRule::to>("ip-to"),
    {.key = "route-table", .read = readRuleTable, .write = setting<&DesiredRule::table>("").write},
    spelled<&DesiredRule::action, kActions>("action"),
    mark<&DesiredRule::fwmark>("fwmark"),
    mark<&DesiredRule::fwmask>("fwmask"),
    setting<&DesiredRule::incoming>("iif"),
    setting<&DesiredRule::suppressPrefixLength>("suppress-prefix-length"),
};

void checkRuleFamily(const Value& entry, std::string_view key, const Wish<IpPrefix>& wish,
                     std::optional<IpFamily>& family) {
  const IpPrefix* prefix = wishedValue(wish);
  if (prefix == nullptr) return;
  const IpFamily own = prefix->address.family();
  if (family && *family != own) {
    entry.find(key)->error(strCat("'", key, "' ", *prefix, " in a rule of family ", *family));
  }
  family = own;
}

void checkRule(const Value& entry, const DesiredRule& rule) {
  std::optional<IpFamily> family = rule.family;
  checkRuleFamily(entry, "ip-from", rule.from, family);
  checkRuleFamily(entry, "ip-to", rule.to, family);
  if (rule.fwmask && !rule.fwmark) entry.find("fwmask")->error("'fwmask' needs 'fwmark'");
  if (rule.absent) return;
  for (const auto& [key, wish] : {std::pair("ip-from", &rule.from), std::pair("ip-to", &rule.to)}) {
    if (isCleared(*wish)) entry.find(key)->error(strCat("'", key, "' is empty"), "leave it out");
  }
  if (!entry.find("family") && !entry.find("ip-from") && !entry.find("ip-to")) {
    entry.error("a rule needs 'family', 'ip-from' or 'ip-to'");
  }
}

template <typename T>
struct ConfigSection {
  void (*readEntry)(const Value& entry, std::vector<T>& into) = nullptr;
  std::vector<T> entries = {};
};

template <typename T>
constexpr Field<ConfigSection<T>> kConfigFields[] = {
    {.key = "config",
     .read =
         [](const Value& list, ConfigSection<T>& section) {
           forEachItem(list,
                       [&](const Value& entry) { section.readEntry(entry, section.entries); });
         }},
    queryOnly<ConfigSection<T>>("running"),
};

template <typename T>
void readConfig(const Value& section, void (*readEntry)(const Value&, std::vector<T>&),
                std::vector<T>& into) {
  ConfigSection<T> config{.readEntry = readEntry};
  readFields(section, kConfigFields<T>, config);
  into = std::move(config.entries);
}

}  // namespace

void readRoutes(const Value& section, std::vector<DesiredRoute>& routes) {
  readConfig<DesiredRoute>(
      section,
      [](const Value& entry, std::vector<DesiredRoute>& into) {
        DesiredRoute& route = into.emplace_back();
        if (!readFields(entry, kRouteFields, route)) return;
        checkRouteFamilies(entry, route);
        if (!route.absent) checkAddedRoute(entry, route);
      },
      routes);
}

void readRules(const Value& section, std::vector<DesiredRule>& rules) {
  readConfig<DesiredRule>(
      section,
      [](const Value& entry, std::vector<DesiredRule>& into) {
        DesiredRule& rule = into.emplace_back();
        if (!readFields(entry, kRuleFields, rule)) return;
        checkRule(entry, rule);
      },
      rules);
}

Node writeRoute(const DesiredRoute& route) { return writeMapping(route, kRouteFields); }
Node writeRule(const DesiredRule& rule) { return writeMapping(rule, kRuleFields); }

}  // namespace pointsman::document
