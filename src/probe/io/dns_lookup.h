// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/ip_address.h"
#include "base/result.h"
#include "probe/io/patience.h"
#include "probe/surroundings.h"

namespace pointsman::probe {

// Asks all 'servers' at once for A and AAAA of 'name', over UDP and without a local cache, hosts
// file or search list: what is probed is the way to the servers. Returns the addresses of the first
// server that has answered both questions and knows some. NotFound when none does.
Result<std::vector<IpAddress>> lookUp(const std::string& name,
                                      const std::vector<NameServer>& servers,
                                      const Patience& patience);

}  // namespace pointsman::probe
