# SPDX-License-Identifier: Apache-2.0
# The boot unit, judged by systemd itself.
pointsman_test(boot_host_test LABEL host SOURCES boot_unit_test.cpp LIBS pointsman_base)
