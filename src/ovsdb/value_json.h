// SPDX-License-Identifier: Apache-2.0
// Values on the wire (RFC 7047, 5.1).
#pragma once

#include <boost/json/fwd.hpp>

#include "base/result.h"
#include "ovsdb/schema.h"
#include "ovsdb/value.h"

namespace pointsman::ovsdb {

boost::json::value encode(const Atom& atom);
boost::json::value encode(const Value& value);

// Without a schema an integral real reads as an integer; Value::real() copes with both. Fails with
// Protocol on anything RFC 7047 does not allow, duplicates in a set or map included.
Result<Value> decodeValue(const boost::json::value& json);

// Checks atom types, and set against map, against 'type'.
// Ranges and enums are the server's to enforce: what it sends is what it has.
Result<Value> decodeValue(const boost::json::value& json, const ColumnType& type);
Result<Atom> decodeAtom(const boost::json::value& json, AtomType type);

}  // namespace pointsman::ovsdb
