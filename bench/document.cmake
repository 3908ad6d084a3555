# SPDX-License-Identifier: Apache-2.0
add_executable(bench_document ${CMAKE_CURRENT_LIST_DIR}/document_bench.cpp)
target_link_libraries(bench_document PRIVATE pointsman_document benchmark::benchmark_main)
