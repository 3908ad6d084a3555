// SPDX-License-Identifier: Apache-2.0
#include "journal/json_codec.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

namespace pointsman::journal {

namespace {

// A step's deepest value is about ten levels down.
constexpr std::size_t kDeepest = 32;

}  // namespace

Result<> readJson(const json::value& in, VlanSet& out) {
  std::vector<std::vector<VlanId>> ranges;
  CHECK_OK(fromJson(in, ranges));
  for (const auto& range : ranges) {
    if (range.size() != 2 || range[0] > range[1] || range[1] > kHighestVlanField) {
      return wrongType("a range of VLANs");
    }
    out.add(VlanRange{range[0], range[1]});
  }
  return ok();
}

std::string printJson(const json::value& value) { return json::serialize(value); }

Result<json::value> parseJson(std::string_view text) {
  json::parse_options options;
  options.max_depth = kDeepest;
  options.allow_invalid_utf8 = true;
  boost::system::error_code failed;
  json::value value = json::parse(text, failed, {}, options);
  if (failed) return Error{ErrorKind::InvalidInput, strCat("not JSON: ", failed.message())};
  return value;
}

}  // namespace pointsman::journal
