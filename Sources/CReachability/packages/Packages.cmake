# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The libreachability authors

# The Debian packages that "cpack -G DEB" makes of a shared build for /usr: one
# for each component of the installation. With SOURCE_DATE_EPOCH set they are
# the same, byte for byte, wherever they are made.
if(NOT BUILD_SHARED_LIBS)
    return()
endif()

set(CPACK_PACKAGE_NAME reachability)
set(CPACK_PACKAGE_CONTACT "The libreachability authors <libreachability@localhost>"
    CACHE STRING "Who answers for the packages")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each has its own
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL runtime development)
if(REACHABILITY_TOOLS)
    list(APPEND CPACK_COMPONENTS_ALL tools)
endif()

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# where the tool's library is found
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS
    ${PROJECT_BINARY_DIR}/Sources/CReachability)
set(exact "libreachability1 (= ${PROJECT_VERSION})")
set(about
"Reachability is Apple's SCNetworkReachability for Linux: it tells whether a
packet for a host can leave this machine, computed from the kernel's routing,
and calls back when that changes.
.")

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libreachability1)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA
    ${CMAKE_CURRENT_LIST_DIR}/symbols ${CMAKE_CURRENT_LIST_DIR}/triggers)
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION
"network reachability in the manner of Apple's - library
${about}
This package has the library that programs need to run.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libreachability-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
# of libnl's the archive is needed, by those who link with ours
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${exact}, libnl-route-3-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS reachability-tools)
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION
"network reachability in the manner of Apple's - development files
${about}
This package has the headers, the manual pages of the API, an archive to link
statically, and what pkg-config and CMake need to find them.")

set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME reachability-tools)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION net)
set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "${exact}")
set(CPACK_DEBIAN_TOOLS_DESCRIPTION
"network reachability in the manner of Apple's - command-line tool
${about}
This package has reach, which checks, explains, watches and waits for the
reachability of hosts.")

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    string(TOUPPER ${component} name)
    set(folder
        ${CMAKE_INSTALL_DATAROOTDIR}/doc/${CPACK_DEBIAN_${name}_PACKAGE_NAME})
    install(FILES LICENSE DESTINATION ${folder} RENAME copyright
            COMPONENT ${component})
    install(FILES CHANGELOG.md DESTINATION ${folder} RENAME changelog
            COMPONENT ${component})
endforeach()
set(documents ${CMAKE_INSTALL_DATAROOTDIR}/doc)
install(FILES Documentation/SECURITY.md COMPONENT runtime
        DESTINATION ${documents}/${CPACK_DEBIAN_RUNTIME_PACKAGE_NAME})
install(FILES Documentation/PORTING.md COMPONENT development
        DESTINATION ${documents}/${CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME})
if(REACHABILITY_TOOLS)
    install(FILES Documentation/reach-json.md COMPONENT tools
            DESTINATION ${documents}/${CPACK_DEBIAN_TOOLS_PACKAGE_NAME})
endif()

# Libraries of several architectures can be installed side by side if each has
# a folder of its own.
if(CMAKE_LIBRARY_ARCHITECTURE AND
   CMAKE_INSTALL_LIBDIR MATCHES "/${CMAKE_LIBRARY_ARCHITECTURE}$")
    set(CPACK_REACHABILITY_SIDE_BY_SIDE ON)
endif()
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/before.cmake)
set(CPACK_POST_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/after.cmake)
include(CPack)
