# SPDX-License-Identifier: Apache-2.0
# One directory under src/ is one concept is one library.
#
# pointsman_component(<name>
#   SOURCES …   .cpp files          HEADERS …  .h files, each must compile alone
#   DEPENDS …   other components; tools/check_layers lets it include nothing else
#   LIBS …      outside libraries its headers need     PRIVATE_LIBS …  those only its sources need
#   TESTS …     *_test.cpp beside the sources: the pure tests, label "unit", no root
#   TEST_DEPENDS …  components that only the tests use, such as fakes
#   THREADED    its tests start threads)
function(pointsman_component name)
  cmake_parse_arguments(ARG "THREADED" "" "SOURCES;HEADERS;DEPENDS;LIBS;PRIVATE_LIBS;TESTS;TEST_DEPENDS" ${ARGN})
  set(target pointsman_${name})
  set(depends ${ARG_DEPENDS})
  list(TRANSFORM depends PREPEND pointsman_)
  set(scope PUBLIC)
  if(ARG_SOURCES)
    add_library(${target} STATIC ${ARG_SOURCES})
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  # For tools/check_layers.
  file(RELATIVE_PATH directory ${CMAKE_SOURCE_DIR}/src ${CMAKE_CURRENT_SOURCE_DIR})
  list(JOIN ARG_DEPENDS "," depends_text)
  list(JOIN ARG_TEST_DEPENDS "," test_depends_text)
  set_property(GLOBAL APPEND PROPERTY POINTSMAN_LAYERS "${directory}|${name}|${depends_text}|${test_depends_text}")

  target_include_directories(${target} ${scope} ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(${target} ${scope} ${depends} ${ARG_LIBS})
  if(ARG_PRIVATE_LIBS)
    target_link_libraries(${target} PRIVATE ${ARG_PRIVATE_LIBS})
  endif()
  if(ARG_HEADERS)
    target_sources(${target} ${scope} FILE_SET HEADERS BASE_DIRS ${CMAKE_SOURCE_DIR}/src FILES ${ARG_HEADERS})
    set_target_properties(${target} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
  endif()
  if(ARG_TESTS AND POINTSMAN_TESTS)
    set(test_depends ${ARG_TEST_DEPENDS})
    list(TRANSFORM test_depends PREPEND pointsman_)
    set(threaded)
    if(ARG_THREADED)
      set(threaded THREADED)
    endif()
    pointsman_test(${name}_test ${threaded} LABEL unit SOURCES ${ARG_TESTS} LIBS ${target} ${test_depends})
  endif()
endfunction()

# pointsman_test(<name> LABEL unit|host|… SOURCES … LIBS … [TIMEOUT s] [SERIAL] [THREADED]): one gtest
# program. THREADED ones are what the tsan tier builds and runs: target threaded_tests, label threads.
# Tests that use a sandbox cannot be: ThreadSanitizer's own thread keeps setns(2) from working.
# One ctest entry a program: starting a process per TEST() would cost more than most tests do.
function(pointsman_test name)
  cmake_parse_arguments(ARG "SERIAL;THREADED" "LABEL;TIMEOUT" "SOURCES;LIBS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LIBS} GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE POINTSMAN_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
                             POINTSMAN_BINARY="${CMAKE_BINARY_DIR}/bin/pointsman")
  add_test(NAME ${ARG_LABEL}.${name} COMMAND ${name} --gtest_brief=1)
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  set(labels ${ARG_LABEL})
  if(ARG_THREADED)
    list(APPEND labels threads)
    add_dependencies(threaded_tests ${name})
  endif()
  set_tests_properties(${ARG_LABEL}.${name} PROPERTIES LABELS "${labels}" TIMEOUT ${ARG_TIMEOUT})
  if(ARG_SERIAL)
    set_tests_properties(${ARG_LABEL}.${name} PROPERTIES RUN_SERIAL ON)
  endif()
endfunction()
if(POINTSMAN_TESTS)
  add_custom_target(threaded_tests)
endif()
