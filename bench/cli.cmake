# SPDX-License-Identifier: Apache-2.0
add_library(pointsman_measure STATIC measure.cpp)
target_link_libraries(pointsman_measure PUBLIC pointsman_base)
target_include_directories(pointsman_measure PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
foreach(bench plan_bench show_bench)
  add_executable(${bench} ${bench}.cpp)
  target_link_libraries(${bench} PRIVATE pointsman_measure pointsman_sandbox)
endforeach()
