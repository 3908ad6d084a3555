// SPDX-License-Identifier: Apache-2.0
// The phases a plan is put together from; plan.cpp says in which order and why. Internal to plan/.
#pragma once

#include <cstdint>

#include "model/host_config.h"
#include "plan/fate.h"
#include "plan/step_writer.h"

namespace pointsman::plan {

struct Planner {
  const HostConfig& before;
  const HostConfig& after;
  Fates fates;
  StepWriter writer;
};

// On which side of the OVSDB transaction.
enum class Side : std::uint8_t { Before, After };

// plan_links.cpp
void releaseAltNames(Planner& planner);
void takeDown(Planner& planner);
void leaveControllers(Planner& planner);
void undressVanishing(Planner& planner);
void undressInternal(Planner& planner);
void deleteLinks(Planner& planner, Side side);
void changeMtus(Planner& planner, Side side);
void createLinks(Planner& planner, Side side);
void changeKinds(Planner& planner);
void setMacsAboutToBeOrdered(Planner& planner);
void dressLinks(Planner& planner);
void bringUp(Planner& planner);

// plan_ovs.cpp
void changeOvs(Planner& planner);

// plan_ip.cpp
void stripVanishing(Planner& planner);
void changeIp(Planner& planner);

}  // namespace pointsman::plan
