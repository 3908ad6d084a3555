# SPDX-License-Identifier: Apache-2.0
add_executable(document_bench ${CMAKE_CURRENT_LIST_DIR}/document_bench.cpp)
target_link_libraries(document_bench PRIVATE pointsman_document benchmark::benchmark_main)
