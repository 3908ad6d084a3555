# SPDX-License-Identifier: Apache-2.0
# Connectivity probes through a real kernel, against a gateway, a resolver and listeners behind it.
pointsman_test(probe_host_test LABEL host SOURCES probe_test.cpp LIBS pointsman_probe_io pointsman_sandbox)
