// SPDX-License-Identifier: Apache-2.0
#include "plan/check.h"

namespace pointsman::plan {

void checkDocument(Merge& merge) {
  checkNames(merge);
  checkSections(merge);
  checkProperties(merge);
  checkPortLists(merge);
  checkControllerWishes(merge);
  checkBridges(merge);
  checkOvsInterfaces(merge);
  checkOvsGlobals(merge);
  checkIpSections(merge);
  checkRouteWishes(merge);
  checkRuleWishes(merge);
  checkResolver(merge);
}

void checkTarget(Merge& merge) {
  checkBases(merge);
  checkNesting(merge);
  checkMtus(merge);
  checkIpOnPorts(merge);
  checkRouteDevices(merge);
  checkHomes(merge);
  checkPortNames(merge);
  checkPatchPeers(merge);
  checkMappedBridges(merge);
  checkLocalPorts(merge);
}

}  // namespace pointsman::plan
