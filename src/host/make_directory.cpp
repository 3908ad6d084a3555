// SPDX-License-Identifier: Apache-2.0
#include "host/make_directory.h"

#include <system_error>

namespace pointsman::host {

Result<> makeDirectory(const std::filesystem::path& path) {
  std::error_code failure;
  std::filesystem::create_directories(path, failure);
  return failure ? Result<>(errnoError(failure.value(), path.string())) : ok();
}

}  // namespace pointsman::host
