# SPDX-License-Identifier: Apache-2.0
pointsman_fuzz(ovsdb_stream SOURCES ovsdb_stream.cpp LIBS pointsman_ovsdb)
