// SPDX-License-Identifier: Apache-2.0
// Reads and writes the files of standing.h.
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "boot/io/select_document.h"
#include "boot/standing.h"

namespace pointsman::boot {

struct AppliedFiles {
  std::filesystem::path marker = "/etc/nmstate/openshift/applied";
  std::filesystem::path record = "/var/lib/pointsman/applied-at-boot";
};

// A record that cannot be understood counts as none.
Result<Standing> alreadyApplied(const SourceDocument& document, const AppliedFiles& files);

// To be called after the document was applied and verified, and only then: from here on
// configure-ovs.sh stands aside. The marker is written where its directory exists, last of all.
Result<> recordApplied(const SourceDocument& document, const std::string& version,
                       const AppliedFiles& files);

// Gives the host back to configure-ovs.sh, and makes the next boot apply again. That there is
// nothing to remove is no error.
Result<> clearApplied(const AppliedFiles& files);

}  // namespace pointsman::boot
