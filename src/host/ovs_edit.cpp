// SPDX-License-Identifier: Apache-2.0
#include "host/ovs_edit.h"

#include <map>
#include <set>
#include <string>

#include "base/overloaded.h"
#include "base/str_cat.h"
#include "host/ovs_change.h"

namespace pointsman::host {

namespace {

Error conflict(std::string_view what) { return {ErrorKind::Conflict, std::string(what)}; }

// Carries steps out on a configuration, each from where the one before it left off.
class OvsEditor {
 public:
  explicit OvsEditor(const OvsConfig& current) : ovs_(current) {
    for (const auto& [bridgeName, bridge] : ovs_.bridges) {
      for (const auto& [portName, port] : bridge.ports) noteNames(portName, port);
    }
  }

  OvsConfig take() { return std::move(ovs_); }

  Result<> edit(const plan::AddBridge& step) {
    const auto found = ovs_.bridges.find(step.bridge);
    if (found == ovs_.bridges.end()) {
      ovs_.bridges.emplace(step.bridge, step.settings);
      return ok();
    }
    if (agrees(found->second, step.settings)) return ok();
    return conflict("there is a bridge of that name by now");
  }

  Result<> edit(const plan::RemoveBridge& step) {
    const auto found = ovs_.bridges.find(step.bridge);
    if (found == ovs_.bridges.end()) return ok();
    if (!found->second.ports.empty()) {
      return conflict(strCat("it has a port that the plan does not know: ",
                             found->second.ports.begin()->first));
    }
    if (!agrees(found->second, step.settings))
      return conflict("changed by somebody else meanwhile");
    ovs_.bridges.erase(found);
    return ok();
  }

  Result<> edit(const plan::ChangeBridge& step) {
    TRY(OvsBridgeConfig* const bridge, findBridge(step.bridge));
    return changeRow(*bridge, step.before, step.after);
  }

  Result<> edit(const plan::AddPort& step) {
    TRY(OvsBridgeConfig* const bridge, findBridge(step.bridge));
    const auto found = bridge->ports.find(step.port);
    if (found != bridge->ports.end()) {
      if (agrees(found->second, step.config)) return ok();
      return conflict("there is a port of that name by now");
    }
    CHECK_OK(checkNamesAreFree(step.port, step.config));
    noteNames(step.port, step.config);
    bridge->ports.emplace(step.port, step.config);
    return ok();
  }

  Result<> edit(const plan::RemovePort& step) {
    const auto bridge = ovs_.bridges.find(step.bridge);
    if (bridge == ovs_.bridges.end()) return ok();
    const auto found = bridge->second.ports.find(step.port);
    if (found == bridge->second.ports.end()) return ok();
    if (!agrees(found->second, step.config)) return conflict("changed by somebody else meanwhile");
    ports_.erase(step.port);
    for (const auto& [name, interface] : found->second.interfaces) interfaces_.erase(name);
    bridge->second.ports.erase(found);
    return ok();
  }

  Result<> edit(const plan::ChangePort& step) {
    TRY(OvsPortConfig* const port, findPort(step.bridge, step.port));
    return changeRow(*port, step.before, step.after);
  }

  Result<> edit(const plan::AddPortMember& step) {
    TRY(OvsPortConfig* const port, findPort(step.bridge, step.port));
    const auto found = port->interfaces.find(step.interface);
    if (found != port->interfaces.end()) {
      if (agrees(found->second, step.config)) return ok();
      return conflict("there is an interface of that name by now");
    }
    if (!interfaces_.insert(step.interface).second) return takenBy(step.interface);
    port->interfaces.emplace(step.interface, step.config);
    return ok();
  }

  Result<> edit(const plan::RemovePortMember& step) {
    TRY(OvsPortConfig* const port, findPort(step.bridge, step.port));
    const auto found = port->interfaces.find(step.interface);
    if (found == port->interfaces.end()) return ok();
    if (!agrees(found->second, step.config)) return conflict("changed by somebody else meanwhile");
    interfaces_.erase(step.interface);
    port->interfaces.erase(found);
    return ok();
  }

  Result<> edit(const plan::ChangeOvsInterface& step) {
    TRY(OvsPortConfig* const port, findPort(step.bridge, step.port));
    const auto found = port->interfaces.find(step.interface);
    if (found == port->interfaces.end()) return conflict("is not there any more");
    return changeRow(found->second, step.before, step.after);
  }

  Result<> edit(const plan::ChangeOvsKey& step) {
    StringMap& map =
        step.column == plan::OvsColumn::ExternalIds ? ovs_.externalIds : ovs_.otherConfig;
    return changeKey(map, step.key, step.before, step.after);
  }

  template <typename Other>
  Result<> edit(const Other&) {
    return Error{ErrorKind::Internal, "a step that is none of OVSDB's in an OVSDB transaction"};
  }

 private:
  Result<OvsBridgeConfig*> findBridge(const BridgeName& name) {
    const auto found = ovs_.bridges.find(name);
    if (found == ovs_.bridges.end()) return conflict("the bridge is not there any more");
    return &found->second;
  }

  Result<OvsPortConfig*> findPort(const BridgeName& bridgeName, const PortName& name) {
    TRY(OvsBridgeConfig* const bridge, findBridge(bridgeName));
    const auto found = bridge->ports.find(name);
    if (found == bridge->ports.end()) return conflict("the port is not there any more");
    return &found->second;
  }

  static Error takenBy(const InterfaceName& name) {
    return conflict(strCat("an interface ", name, " belongs to another port"));
  }

  Result<> checkNamesAreFree(const PortName& name, const OvsPortConfig& port) const {
    if (ports_.contains(name)) return conflict("another bridge has a port of that name");
    for (const auto& [member, interface] : port.interfaces) {
      if (interfaces_.contains(member)) return takenBy(member);
    }
    return ok();
  }

  void noteNames(const PortName& name, const OvsPortConfig& port) {
    ports_.insert(name);
    for (const auto& [member, interface] : port.interfaces) interfaces_.insert(member);
  }

  OvsConfig ovs_;
  // Names are unique in the whole database, not only within a bridge.
  std::set<PortName> ports_;
  std::set<InterfaceName> interfaces_;
};

// The object a step is about, for messages and to find the last step about it.
std::string objectOf(const plan::Step& step) {
  return std::visit(Overloaded{
                        [](const plan::AddBridge& s) { return strCat("bridge ", s.bridge); },
                        [](const plan::RemoveBridge& s) { return strCat("bridge ", s.bridge); },
                        [](const plan::ChangeBridge& s) { return strCat("bridge ", s.bridge); },
                        [](const plan::AddPort& s) { return strCat("port ", s.port); },
                        [](const plan::RemovePort& s) { return strCat("port ", s.port); },
                        [](const plan::ChangePort& s) { return strCat("port ", s.port); },
                        [](const plan::ChangeOvsKey& s) {
                          return strCat("Open_vSwitch.", toString(s.column), ":", s.key);
                        },
                        [](const auto& s) {
                          if constexpr (requires { s.interface; }) {
                            return strCat("interface ", s.interface);
                          } else {
                            return std::string("step");
                          }
                        },
                    },
                    step);
}

Result<> edit(OvsEditor& editor, const plan::Step& step) {
  return std::visit([&](const auto& one) { return editor.edit(one); }, step).in(objectOf(step));
}

// A step is done when doing it again changes nothing.
bool isDone(const OvsConfig& ovs, const plan::Step& step) {
  OvsEditor editor(ovs);
  return edit(editor, step).has_value() && editor.take() == ovs;
}

// Of several steps about one object only the last still shows.
bool areDone(const OvsConfig& ovs, std::span<const plan::Step> steps) {
  std::map<std::string, const plan::Step*> last;
  for (const plan::Step& step : steps) last.insert_or_assign(objectOf(step), &step);
  for (const auto& [object, step] : last) {
    if (!isDone(ovs, *step)) return false;
  }
  return true;
}

}  // namespace

Result<OvsConfig> editOvs(const OvsConfig& current, std::span<const plan::Step> steps) {
  OvsEditor editor(current);
  for (const plan::Step& step : steps) {
    auto edited = edit(editor, step);
    if (edited) continue;
    // A port that is removed and added anew in one batch looks changed once that was done.
    if (areDone(current, steps)) return current;
    return std::move(edited.error());
  }
  return editor.take();
}

}  // namespace pointsman::host
