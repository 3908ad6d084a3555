# SPDX-License-Identifier: Apache-2.0
# Every outside library, in one place. All of them are Debian 12 packages.
find_package(Threads REQUIRED)
find_package(OpenSSL 3 REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(CLI11 REQUIRED)
find_package(tl-expected REQUIRED)
find_package(Boost 1.81 REQUIRED COMPONENTS json)
if(POINTSMAN_TESTS)
  find_package(GTest REQUIRED)
endif()
if(POINTSMAN_BENCH)
  find_package(benchmark REQUIRED)
endif()
