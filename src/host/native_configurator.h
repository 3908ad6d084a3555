// SPDX-License-Identifier: Apache-2.0
// Sends transactions over our own OVSDB client.
#pragma once

#include "host/ovs_configurator.h"
#include "ovsdb/io/client.h"

namespace pointsman::host {

class NativeConfigurator final : public OvsConfigurator {
 public:
  // The client stays the caller's and must outlive this.
  explicit NativeConfigurator(ovsdb::Client& client) : client_(&client) {}

  Result<> carryOut(const OvsTransaction& transaction, Deadline deadline) override;

 private:
  ovsdb::Client* client_;
};

}  // namespace pointsman::host
