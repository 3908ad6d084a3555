# SPDX-License-Identifier: Apache-2.0
# Proposals from real hosts: what the kernel, DHCP and Open vSwitch show is what is decided on.
pointsman_test(propose_host_test LABEL host SOURCES propose_test.cpp
               LIBS pointsman_propose pointsman_host pointsman_sandbox)
