# SPDX-License-Identifier: Apache-2.0
include(GNUInstallDirs)
install(TARGETS pointsman RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES docs/man/pointsman.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES deploy/completions/pointsman.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME pointsman)
install(FILES deploy/completions/_pointsman DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES deploy/completions/pointsman.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
