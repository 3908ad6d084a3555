// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace pointsman::ovsdb {

// PEM files, as ovs-vsctl's options of the same names take them.
struct TlsFiles {
  std::string privateKey = {};
  std::string certificate = {};
  std::string caCertificate = {};  // whoever signed the server's certificate
};

}  // namespace pointsman::ovsdb
