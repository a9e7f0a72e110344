# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The libreachability authors

# What Debian wants done to the files of a package: manual pages and change log
# compressed, archives without their debugger's part.
file(GLOB_RECURSE files ${CPACK_TEMPORARY_DIRECTORY}/*)
foreach(file IN LISTS files)
    if(file MATCHES "/man/man[1-8]/[^/]*$" OR file MATCHES "/changelog$")
        execute_process(COMMAND gzip -9n ${file} COMMAND_ERROR_IS_FATAL ANY)
    elseif(file MATCHES "\\.a$")
        execute_process(COMMAND strip --strip-debug
                                --enable-deterministic-archives ${file}
                        COMMAND_ERROR_IS_FATAL ANY)
    endif()
endforeach()
