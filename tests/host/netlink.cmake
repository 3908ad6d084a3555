# SPDX-License-Identifier: Apache-2.0
pointsman_test(netlink_host_test LABEL host
  SOURCES
    netlink/change_test.cpp
    netlink/monitor_test.cpp
    netlink/namespace.cpp
    netlink/read_test.cpp
  LIBS pointsman_netlink Boost::json)
