# SPDX-License-Identifier: Apache-2.0
pointsman_fuzz(journal SOURCES journal_fuzz.cpp LIBS pointsman_journal)
