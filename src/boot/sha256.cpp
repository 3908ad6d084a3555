// SPDX-License-Identifier: Apache-2.0
#include "boot/sha256.h"

#include <openssl/evp.h>

#include <array>
#include <cstdint>

namespace pointsman::boot {

Result<std::string> sha256(std::string_view content) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest = {};
  unsigned length = 0;
  if (EVP_Digest(content.data(), content.size(), digest.data(), &length, EVP_sha256(), nullptr) !=
      1) {
    return Error(ErrorKind::Internal, "libcrypto has no SHA-256");
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (unsigned at = 0; at < length; ++at) {
    text += kDigits[digest.at(at) >> 4U];
    text += kDigits[digest.at(at) & 0x0fU];
  }
  return text;
}

}  // namespace pointsman::boot
