// SPDX-License-Identifier: Apache-2.0
#include "document/host_choice.h"

#include <algorithm>
#include <vector>

#include "base/str_cat.h"

namespace pointsman::document {

namespace {

constexpr std::string_view kNetworking = "networking";
constexpr std::string_view kHostList = "hostConfig";

struct Host {
  std::string_view name = {};
  const Node* network = nullptr;
};

std::string_view shortName(std::string_view name) { return name.substr(0, name.find('.')); }

std::vector<Host> readHosts(const Value& list) {
  static const Node kNothing;
  std::vector<Host> hosts;
  forEachItem(list, [&](const Value& entry) {
    if (!entry.expectMapping()) return;
    const auto name = entry.find("name");
    if (!name || !name->node().isScalar()) {
      entry.error("a host needs 'name'");
      return;
    }
    const Node* network = entry.node().find("networkConfig");
    hosts.push_back({name->node().text, network == nullptr ? &kNothing : network});
  });
  return hosts;
}

std::vector<Host> matching(const std::vector<Host>& hosts, std::string_view hostName) {
  std::vector<Host> found;
  const auto keep = [&](const auto& fits) {
    std::ranges::copy_if(hosts, std::back_inserter(found), fits);
  };
  keep([&](const Host& host) { return host.name == hostName; });
  if (!found.empty()) return found;
  // One of the two is short: worker-0 and worker-0.example.com are one host, two domains are two.
  keep([&](const Host& host) {
    return shortName(host.name) == hostName || host.name == shortName(hostName);
  });
  return found;
}

const Node* choose(const Value& list, const std::vector<Host>& hosts, std::string_view hostName) {
  if (hosts.size() == 1 && hostName.empty()) return hosts.front().network;
  const std::vector<Host> found = hostName.empty() ? hosts : matching(hosts, hostName);
  if (found.size() == 1) return found.front().network;
  std::vector<std::string_view> names;
  for (const Host& host : hosts) names.push_back(host.name);
  const std::string hint =
      names.empty() ? std::string() : strCat("it is for ", strJoin(names, ", "));
  if (hosts.empty()) {
    list.error("the document lists no hosts");
  } else if (hostName.empty()) {
    list.error("the document is for several hosts; which one is this?",
               strCat("name it with --host; ", hint));
  } else if (found.empty()) {
    list.error(strCat("the document has nothing for host '", hostName, "'"), hint);
  } else {
    list.error(strCat("the document has more than one entry for host '", hostName, "'"), hint);
  }
  return nullptr;
}

}  // namespace

bool listsHosts(const Node& root) {
  const Node* networking = root.find(kNetworking);
  return root.find(kHostList) != nullptr ||
         (networking != nullptr && networking->find(kHostList) != nullptr);
}

const Node* chooseHost(const Value& root, std::string_view hostName) {
  const auto networking = root.find(kNetworking);
  const Value& above = networking && networking->node().find(kHostList) ? *networking : root;
  const auto list = above.find(kHostList);
  if (!list) {
    above.error("'hostConfig' is empty");
    return nullptr;
  }
  const std::size_t before = root.findingsSoFar();
  const std::vector<Host> hosts = readHosts(*list);
  if (root.findingsSoFar() != before) return nullptr;
  return choose(*list, hosts, hostName);
}

bool namesHost(const Node& root, std::string_view hostName) {
  Findings ignored;
  const Value top(root, ignored);
  const auto networking = top.find(kNetworking);
  const Value& above = networking && networking->node().find(kHostList) ? *networking : top;
  const auto list = above.find(kHostList);
  return list && !matching(readHosts(*list), hostName).empty();
}

}  // namespace pointsman::document
