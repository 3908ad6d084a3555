// SPDX-License-Identifier: Apache-2.0
#include "model/ip_config.h"

#include "base/str_cat.h"

namespace pointsman {

std::string_view toString(RouteType type) {
  switch (type) {
    case RouteType::Unicast:
      return "unicast";
    case RouteType::Blackhole:
      return "blackhole";
    case RouteType::Unreachable:
      return "unreachable";
    case RouteType::Prohibit:
      return "prohibit";
  }
  return "unicast";
}

std::string_view toString(RuleAction action) {
  switch (action) {
    case RuleAction::Lookup:
      return "lookup";
    case RuleAction::Blackhole:
      return "blackhole";
    case RuleAction::Unreachable:
      return "unreachable";
    case RuleAction::Prohibit:
      return "prohibit";
  }
  return "lookup";
}

std::string toString(const Route& route) {
  std::string text;
  if (route.type != RouteType::Unicast) strAppend(text, route.type, " ");
  strAppend(text, route.destination.isDefault() ? "default" : toString(route.destination));
  if (route.gateway) strAppend(text, " via ", *route.gateway);
  if (route.device) strAppend(text, " dev ", *route.device);
  if (route.metric != 0) strAppend(text, " metric ", route.metric);
  if (route.table != kMainTable) strAppend(text, " table ", route.table);
  if (route.source) strAppend(text, " src ", *route.source);
  if (route.weight) strAppend(text, " weight ", *route.weight);
  return text;
}

std::string toString(const Rule& rule) {
  std::string text = strCat(rule.priority, ":");
  if (rule.family == IpFamily::V6) text += " -6";
  strAppend(text, " from ", rule.from ? toString(*rule.from) : "all");
  if (rule.to) strAppend(text, " to ", *rule.to);
  if (rule.incoming) strAppend(text, " iif ", *rule.incoming);
  if (rule.fwmark) {
    strAppend(text, " fwmark ", *rule.fwmark);
    if (rule.fwmask) strAppend(text, "/", *rule.fwmask);
  }
  if (rule.action == RuleAction::Lookup) {
    strAppend(text, " lookup ", rule.table);
  } else {
    strAppend(text, " ", rule.action);
  }
  if (rule.suppressPrefixLength)
    strAppend(text, " suppress_prefixlength ", *rule.suppressPrefixLength);
  return text;
}

}  // namespace pointsman
