# SPDX-License-Identifier: Apache-2.0
pointsman_test(cli_host_test LABEL host TIMEOUT 300
  SOURCES cli/apply_test.cpp cli/program.cpp cli/round_trip_test.cpp cli/verbs_test.cpp
  LIBS pointsman_base pointsman_sandbox)
target_include_directories(cli_host_test PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/cli)
add_dependencies(cli_host_test pointsman)
