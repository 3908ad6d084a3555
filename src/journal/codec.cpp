// SPDX-License-Identifier: Apache-2.0
// All instances of the codec's templates stand here: they are the slowest thing in this directory
// to compile, and share most of their parts.
#include "journal/codec.h"

#include "journal/fields_record.h"
#include "journal/json_codec.h"

namespace pointsman::journal {

std::string encodeStep(const plan::Step& step) { return encodeAsText(step); }
Result<plan::Step> decodeStep(std::string_view text) { return decodeFromText<plan::Step>(text); }

std::string encodeConfig(const HostConfig& config) { return encodeAsText(config); }
Result<HostConfig> decodeConfig(std::string_view text) { return decodeFromText<HostConfig>(text); }

std::string encodeCommitted(const CommittedState& state) { return encodeAsText(state); }
Result<CommittedState> decodeCommitted(std::string_view text) {
  return decodeFromText<CommittedState>(text);
}

std::string encodeRecord(const Record& record) { return encodeAsText(record); }
Result<Record> decodeRecord(std::string_view text) { return decodeFromText<Record>(text); }

}  // namespace pointsman::journal
