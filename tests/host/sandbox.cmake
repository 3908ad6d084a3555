# SPDX-License-Identifier: Apache-2.0
pointsman_test(sandbox_host_test LABEL host SOURCES sandbox_test.cpp sandbox_end_test.cpp
               sandbox_terminal_test.cpp LIBS pointsman_sandbox)
