# hcomm_add_test(NAME SOURCES file... [LIBRARIES target...] [ARGS argument...] [TIMEOUT seconds] [STANDARD 11|14|17])
#
# A C or C++ program that passes when it exits with 0. Links hcomm, ascendcl and c_sec unless LIBRARIES says otherwise,
# runs with the environment that set_env.sh of the tree gives, and never longer than TIMEOUT (default 60 s).
function(hcomm_add_test name)
    cmake_parse_arguments(ARG "" "TIMEOUT;STANDARD" "SOURCES;LIBRARIES;ARGS" ${ARGN})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 60)
    endif()
    if(NOT ARG_LIBRARIES)
        set(ARG_LIBRARIES hcomm::hcomm hcomm::ascendcl hcomm::c_sec)
    endif()
    find_package(Threads REQUIRED)
    add_executable(${name} ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} Threads::Threads)
    target_compile_options(${name} PRIVATE -Wall -Wextra)
    if(ARG_STANDARD)
        set_target_properties(${name} PROPERTIES CXX_STANDARD ${ARG_STANDARD} C_STANDARD ${ARG_STANDARD})
    endif()
    add_test(NAME ${name} COMMAND ${name} ${ARG_ARGS})
    set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} ENVIRONMENT
        "ASCEND_HOME_PATH=${ASCEND_HOME_PATH};LD_LIBRARY_PATH=${ASCEND_HOME_PATH}/lib64:$ENV{LD_LIBRARY_PATH}")
endfunction()

# hcomm_add_rank_test(NAME PROGRAM HOSTS n RANKS n [ARGS argument...] [OPTIONS option...] [TIMEOUT seconds])
#
# Runs a program of hcomm_add_test as rank processes on HOSTS hosts; OPTIONS are those of ut/hosts.sh. Skipped, with the
# reason in the output, where the machine has no network namespaces.
function(hcomm_add_rank_test name program)
    cmake_parse_arguments(ARG "" "HOSTS;RANKS;TIMEOUT" "ARGS;OPTIONS" ${ARGN})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 60)
    endif()
    add_test(NAME ${name} COMMAND bash "${CMAKE_SOURCE_DIR}/ut/hosts.sh" --hosts ${ARG_HOSTS} --ranks ${ARG_RANKS}
        --timeout ${ARG_TIMEOUT} ${ARG_OPTIONS} -- $<TARGET_FILE:${program}> ${ARG_ARGS})
    math(EXPR limit "${ARG_TIMEOUT} + 15")
    set_tests_properties(${name} PROPERTIES TIMEOUT ${limit} SKIP_RETURN_CODE 77 ENVIRONMENT
        "ASCEND_HOME_PATH=${ASCEND_HOME_PATH};LD_LIBRARY_PATH=${ASCEND_HOME_PATH}/lib64:$ENV{LD_LIBRARY_PATH}")
endfunction()
