# SPDX-License-Identifier: Apache-2.0
# Plans carried out on a real kernel and a real Open vSwitch, in sandboxes.
pointsman_test(host_host_test LABEL host TIMEOUT 300
  SOURCES
    host/inside_host.cpp
    host/execute_br_ex_test.cpp
    host/execute_dhcp_test.cpp
    host/execute_document_test.cpp
    host/execute_ip_test.cpp
    host/execute_link_test.cpp
    host/execute_ovs_test.cpp
  LIBS pointsman_document pointsman_host pointsman_sandbox)
