# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The libreachability authors

# What CPack 3.25 cannot say in a package: which of them may be installed for
# several architectures, and that a trigger does what it would have scripts do.
# dpkg-deb packs them again, in an order of its own.
foreach(package IN LISTS CPACK_PACKAGE_FILES)
    set(tree ${package}.tree)
    execute_process(COMMAND dpkg-deb --raw-extract ${package} ${tree}
                    COMMAND_ERROR_IS_FATAL ANY)
    if(EXISTS ${tree}/DEBIAN/triggers)
        file(REMOVE ${tree}/DEBIAN/postinst ${tree}/DEBIAN/postrm)
    endif()
    file(READ ${tree}/DEBIAN/control control)
    string(STRIP "${control}" control)
    if(package MATCHES "/reachability-tools_")
        string(APPEND control "\nMulti-Arch: foreign")
    elseif(CPACK_REACHABILITY_SIDE_BY_SIDE)
        string(APPEND control "\nMulti-Arch: same")
    endif()
    file(WRITE ${tree}/DEBIAN/control "${control}\n")
    # whatever the umask
    execute_process(COMMAND chmod -R u=rwX,go=rX ${tree}
                    COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND dpkg-deb --root-owner-group --build ${tree}
                            ${package}
                    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE_RECURSE ${tree})
endforeach()
