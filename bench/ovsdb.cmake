# SPDX-License-Identifier: Apache-2.0
add_executable(replica_bench replica_bench.cpp)
target_link_libraries(replica_bench PRIVATE pointsman_ovsdb_io)
