// SPDX-License-Identifier: Apache-2.0
// The input is a record's text; it is decoded by itself and as the third record of a journal whose
// checksums are right, so that the fuzzer need not guess those. What can be read can be written
// again and means the same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/str_cat.h"
#include "journal/journal_file.h"
#include "journal/record.h"

using namespace pointsman;
using namespace pointsman::journal;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)parseJournal(text);

  static const std::string kStart =
      strCat(kJournalMagic, frameRecord(encodeRecord(Header{.change = "c"})),
             frameRecord(encodeRecord(Planned{.batches = {{plan::AddRule{}}}})));
  (void)parseJournal(strCat(kStart, frameRecord(text)));

  const auto record = decodeRecord(text);
  if (!record) return 0;
  const auto again = decodeRecord(encodeRecord(*record));
  if (!again || *again != *record) std::abort();
  return 0;
}
