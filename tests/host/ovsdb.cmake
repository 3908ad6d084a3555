# SPDX-License-Identifier: Apache-2.0
# The OVSDB client against real ovsdb-servers.
pointsman_test(ovsdb_host_test LABEL host
  SOURCES ovsdb_client_test.cpp ovsdb_cluster_test.cpp ovsdb_monitor_test.cpp ovsdb_server.cpp ovsdb_tls_test.cpp
  LIBS pointsman_ovsdb_io)
