# find_package(hcomm): imported targets for the libraries of a CANN tree.
#
# The tree is the one this file lies in (<tree>/share/cmake/hcomm), else $ENV{ASCEND_HOME_PATH}.
#   hcomm::hcomm       communication base library, host side
#   hcomm::ccl_kernel  the same for AICPU kernels
#   hcomm::ascendcl    ACL runtime
#   hcomm::c_sec       bounds-checked C functions
#   hcomm::hccl        collective operations
# ASCEND_HOME_PATH and hcomm_INCLUDE_DIRS are set as well.

get_filename_component(_hcomm_tree "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT IS_DIRECTORY "${_hcomm_tree}/lib64")
    set(_hcomm_tree "$ENV{ASCEND_HOME_PATH}")
endif()
if(NOT EXISTS "${_hcomm_tree}/lib64/libhcomm.so")
    set(hcomm_FOUND FALSE)
    set(hcomm_NOT_FOUND_MESSAGE
        "no lib64/libhcomm.so under '${_hcomm_tree}'; source the set_env.sh of a CANN tree first")
    return()
endif()

set(ASCEND_HOME_PATH "${_hcomm_tree}")
set(hcomm_INCLUDE_DIRS
    "${_hcomm_tree}/include" "${_hcomm_tree}/include/hccl" "${_hcomm_tree}/include/hcomm"
    "${_hcomm_tree}/include/hcomm/ccu" "${_hcomm_tree}/pkg_inc" "${_hcomm_tree}/pkg_inc/hccl"
    "${_hcomm_tree}/pkg_inc/hcomm" "${_hcomm_tree}/pkg_inc/hcomm/ccu")

foreach(_hcomm_name IN ITEMS hcomm ccl_kernel ascendcl c_sec hccl)
    if(NOT TARGET hcomm::${_hcomm_name} AND EXISTS "${_hcomm_tree}/lib64/lib${_hcomm_name}.so")
        add_library(hcomm::${_hcomm_name} SHARED IMPORTED)
        set_target_properties(hcomm::${_hcomm_name} PROPERTIES
            IMPORTED_LOCATION "${_hcomm_tree}/lib64/lib${_hcomm_name}.so"
            INTERFACE_INCLUDE_DIRECTORIES "${hcomm_INCLUDE_DIRS}")
    endif()
endforeach()
# hccl_comm.h declares its functions weak, and weak references do not keep a library in a program whose linker drops
# what is not needed.
if(TARGET hcomm::hcomm)
    set_target_properties(hcomm::hcomm PROPERTIES
        INTERFACE_LINK_OPTIONS "LINKER:--no-as-needed,${_hcomm_tree}/lib64/libhcomm.so,--as-needed")
endif()
set(hcomm_FOUND TRUE)
unset(_hcomm_tree)
unset(_hcomm_name)
