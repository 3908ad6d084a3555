// SPDX-License-Identifier: Apache-2.0
#include "plan/plan.h"

#include "plan/planner.h"

namespace pointsman::plan {

std::vector<Step> planSteps(const HostConfig& before, const HostConfig& after,
                            const HostFacts& facts) {
  Planner planner{before, after, decideFates(before, after), StepWriter(before, facts)};

  // Deletions come first: what is added may reuse a name, an alternative name or a VLAN id. What
  // the kernel would drop by itself with a link (routes, addresses) is removed by steps before, or
  // the inverse could not bring it back.
  releaseAltNames(planner);
  stripVanishing(planner);
  takeDown(planner);
  leaveControllers(planner);
  undressVanishing(planner);
  deleteLinks(planner, Side::Before);
  undressInternal(planner);  // nothing stands on those any more

  // Links that OVS is to take as ports exist before it is told to, so that its first look at them
  // succeeds. A base is given its MTU before links that need it are made on it.
  changeMtus(planner, Side::Before);
  createLinks(planner, Side::Before);
  changeKinds(planner);
  setMacsAboutToBeOrdered(planner);

  // One transaction.
  changeOvs(planner);

  // From here an uplink that became a port no longer receives for itself; what is left of the way
  // to its address on the bridge is kept short: links, then addresses, then routes, the default
  // route last.
  deleteLinks(planner, Side::After);
  changeMtus(planner, Side::After);
  createLinks(planner, Side::After);
  dressLinks(planner);
  bringUp(planner);
  changeIp(planner);

  // Name resolution may need the routes.
  planner.writer.setResolver(after.resolver);
  planner.writer.setHostname({after.hostname, after.staticHostname});
  return std::move(planner.writer).take();
}

}  // namespace pointsman::plan
