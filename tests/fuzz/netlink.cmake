# SPDX-License-Identifier: Apache-2.0
pointsman_fuzz(netlink SOURCES ${CMAKE_CURRENT_LIST_DIR}/netlink_fuzz.cpp LIBS pointsman_netlink)
