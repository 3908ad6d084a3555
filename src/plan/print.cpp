// SPDX-License-Identifier: Apache-2.0
#include "plan/print.h"

#include <algorithm>
#include <map>

#include "base/json_text.h"
#include "base/overloaded.h"
#include "base/str_cat.h"
#include "plan/describe.h"

namespace pointsman::plan {

namespace {

// The links on which 'step' may cost packets.
std::vector<InterfaceName> disturbedBy(const Step& step) {
  const auto members = [](const OvsPortConfig& port) {
    std::vector<InterfaceName> names;
    for (const auto& [name, interface] : port.interfaces) names.push_back(name);
    return names;
  };
  using Names = std::vector<InterfaceName>;
  return std::visit(
      Overloaded{
          [&](const AddPort& s) { return members(s.config); },
          [&](const RemovePort& s) { return members(s.config); },
          [](const ChangePort& s) { return Names{InterfaceName(s.port.text)}; },
          [](const AddPortMember& s) { return Names{s.interface}; },
          [](const RemovePortMember& s) { return Names{s.interface}; },
          [](const ChangeBridge& s) { return Names{InterfaceName(s.bridge.text)}; },
          [](const DeleteLink& s) { return Names{s.link}; },
          [](const ChangeLinkKind& s) { return Names{s.link}; },
          [](const SetLinkUp& s) { return s.after ? Names{} : Names{s.link}; },
          [](const SetLinkMtu& s) { return Names{s.link}; },
          [](const SetLinkMac& s) { return Names{s.link}; },
          [](const SetLinkController& s) { return Names{s.link}; },
          [](const RemoveAddress& s) { return Names{s.link}; },
          [](const SetIpMethod& s) { return Names{s.link}; },
          [](const RemoveRoute& s) { return s.route.device ? Names{*s.route.device} : Names{}; },
          [](const auto&) { return Names{}; },
      },
      step);
}

std::set<InterfaceName> defaultRouteLinks(const HostConfig& config, const HostFacts& facts) {
  std::set<InterfaceName> links;
  const auto consider = [&](const Route& route) {
    if (route.destination.isDefault() && route.device) links.insert(*route.device);
  };
  std::ranges::for_each(config.routes, consider);
  std::ranges::for_each(facts.runningRoutes, consider);
  return links;
}

std::string countText(std::size_t count, std::string_view one) {
  return strCat(count, " ", one, count == 1 ? "" : "s");
}

std::string summaryOf(const std::vector<Step>& steps) {
  std::vector<std::pair<std::string_view, std::size_t>> counts;
  for (const Step& step : steps) {
    const std::string_view area = textOf(step).area;
    const auto found =
        std::ranges::find(counts, area, [](const auto& entry) { return entry.first; });
    if (found == counts.end()) {
      counts.emplace_back(area, 1);
    } else {
      ++found->second;
    }
  }
  std::vector<std::string> parts;
  for (const auto& [area, count] : counts) parts.push_back(strCat(count, " ", area));
  return strCat(countText(steps.size(), "step"), ": ", strJoin(parts, ", "));
}

std::string printText(const std::vector<Step>& steps, const Disruption& disruption) {
  if (steps.empty()) return "nothing to do\n";
  std::string text;
  for (const Step& step : steps) strAppend(text, describe(step), "\n");
  strAppend(text, "\n", summaryOf(steps), "\n");
  if (!disruption.links.empty()) {
    strAppend(text, "traffic may pause on ", strJoin(disruption.links, ", "), "\n");
  }
  if (!disruption.defaultRoutes.empty()) {
    strAppend(text, "the default route leaves by ", strJoin(disruption.defaultRoutes, ", "),
              ": this host may be unreachable for a moment\n");
  }
  return text;
}

std::string jsonNames(const std::set<InterfaceName>& names) {
  std::vector<std::string> quoted;
  for (const InterfaceName& name : names) quoted.push_back(toJsonText(name.text));
  return strCat("[", strJoin(quoted, ", "), "]");
}

std::string printJson(const std::vector<Step>& steps, const Disruption& disruption) {
  std::vector<std::string> entries;
  for (const Step& step : steps) {
    const StepText text = textOf(step);
    entries.push_back(strCat(
        "\n    {\"area\": ", toJsonText(text.area), ", \"action\": ", toJsonText(text.action),
        ", \"subject\": ", toJsonText(text.subject), ", \"property\": ", toJsonText(text.property),
        ", \"before\": ", toJsonText(text.before), ", \"after\": ", toJsonText(text.after), "}"));
  }
  return strCat("{\n  \"steps\": [", strJoin(entries, ","), entries.empty() ? "" : "\n  ",
                "],\n  \"disruption\": {\"links\": ", jsonNames(disruption.links),
                ", \"default-routes\": ", jsonNames(disruption.defaultRoutes), "}\n}\n");
}

}  // namespace

std::string describe(const Step& step) {
  constexpr std::size_t kColumn = 7;
  const StepText text = textOf(step);
  std::string line(text.area);
  line.resize(std::max(kColumn, line.size() + 1), ' ');
  line += text.action;
  return line;
}

Disruption estimateDisruption(const std::vector<Step>& steps, const HostConfig& before,
                              const HostFacts& facts) {
  Disruption disruption;
  // What is made by the plan carries no traffic yet.
  for (const Step& step : steps) {
    for (const InterfaceName& name : disturbedBy(step)) {
      if (before.links.contains(name)) disruption.links.insert(name);
    }
  }
  const auto exits = defaultRouteLinks(before, facts);
  std::ranges::set_intersection(
      disruption.links, exits,
      std::inserter(disruption.defaultRoutes, disruption.defaultRoutes.end()));
  return disruption;
}

std::string printPlan(const std::vector<Step>& steps, const Disruption& disruption,
                      PlanFormat format) {
  return format == PlanFormat::Text ? printText(steps, disruption) : printJson(steps, disruption);
}

}  // namespace pointsman::plan
