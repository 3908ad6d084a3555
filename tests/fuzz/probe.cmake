# SPDX-License-Identifier: Apache-2.0
pointsman_fuzz(probe SOURCES probe_fuzz.cpp LIBS pointsman_probe)
