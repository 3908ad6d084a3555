# SPDX-License-Identifier: Apache-2.0
pointsman_fuzz(document SOURCES ${CMAKE_CURRENT_LIST_DIR}/document_fuzz.cpp LIBS pointsman_document)
