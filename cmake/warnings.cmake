# SPDX-License-Identifier: Apache-2.0
add_compile_options(-Wall -Wextra -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
                    -Woverloaded-virtual -Wold-style-cast -Wimplicit-fallthrough)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # gcc 12 sees uninitialised reads in std::optional that are not there (GCC PR 80635); the sanitizer
  # builds look for real ones.
  add_compile_options(-Wno-maybe-uninitialized)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # clang 14 warns on lambda captures that gcc requires, and on braces that Overloaded{} needs.
  add_compile_options(-Wno-missing-braces -Wno-unused-lambda-capture)
endif()
if(POINTSMAN_WERROR)
  add_compile_options(-Werror)
endif()
if(POINTSMAN_SANITIZE)
  add_compile_options(-fsanitize=${POINTSMAN_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${POINTSMAN_SANITIZE})
else()
  # Debian's hardening defaults: a bounds slip in a parser should not become more than a crash.
  add_compile_options(-fstack-protector-strong)
  add_compile_options($<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=2>)
  add_link_options(-Wl,-z,relro,-z,now)
endif()
