// SPDX-License-Identifier: Apache-2.0
// Whether a document has been applied to this host already: by content, not by date or name.
//
// Two files tell. The marker, /etc/nmstate/openshift/applied, is what OpenShift's own scripts look
// at: as long as it exists configure-ovs.sh stands aside, and when it equals the document
// nmstate-configuration.sh does. It holds the document's bytes. The record is ours, and says what
// was applied when there is no such directory.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace pointsman::boot {

struct AppliedRecord {
  std::string sha256 = {};
  std::string file = {};     // the document's
  std::string version = {};  // of the program that applied it
  bool operator==(const AppliedRecord&) const = default;
};

std::string printRecord(const AppliedRecord& record);
// InvalidInput when it is not one.
Result<AppliedRecord> parseRecord(std::string_view text);

// What the two files hold; empty: there is none.
struct Traces {
  bool markerWanted = false;  // the marker's directory exists: this is a host of OpenShift
  std::optional<std::string> markerSha256 = {};
  std::optional<AppliedRecord> record = {};
};

struct Standing {
  bool applied = false;
  std::string why = {};  // a sentence
  bool operator==(const Standing&) const = default;
};

// On a host of OpenShift the marker decides alone: removing it asks for the document to be applied
// again, and one that OpenShift's scripts wrote is honoured.
[[nodiscard]] Standing judge(std::string_view documentSha256, const Traces& traces);

}  // namespace pointsman::boot
