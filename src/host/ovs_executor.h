// SPDX-License-Identifier: Apache-2.0
// Carries out the OVSDB steps of a plan: as one transaction on the database as it is, and with
// proof that ovs-vswitchd could do what was written.
#pragma once

#include <cstdint>
#include <span>

#include "base/deadline.h"
#include "base/result.h"
#include "host/ovs_configurator.h"
#include "host/ovs_transaction.h"
#include "ovsdb/io/client.h"
#include "plan/step.h"

namespace pointsman::host {

class OvsExecutor {
 public:
  // Both stay the caller's and must outlive this.
  OvsExecutor(ovsdb::Client& client, OvsConfigurator& configurator)
      : client_(&client), configurator_(&configurator) {}

  // All of 'steps' or none. Conflict: the database is not as the steps say it was. Mismatch: OVS
  // could not open a device or refused a setting; what was written is taken back. Gives what was
  // done, which is nothing when the steps were in force already.
  Result<OvsTransaction> execute(std::span<const plan::Step> steps, Deadline deadline);

  // How many operations were sent in transactions that change something.
  [[nodiscard]] std::uint64_t operations() const { return operations_; }

 private:
  Result<OvsTransaction> prepare(std::span<const plan::Step> steps, Deadline deadline);
  Result<OvsTransaction> write(std::span<const plan::Step> steps, Deadline deadline);
  Result<> checkInterfaces(const OvsTransaction& transaction, Deadline deadline);

  ovsdb::Client* client_;
  OvsConfigurator* configurator_;
  std::uint64_t operations_ = 0;
};

}  // namespace pointsman::host
