# Builds abi_vendor_test.cpp once for each omp-tools.h on this machine. Without one there is nothing
# to compare with, and no such test.

if(NOT DEFINED OMPT_CTS_VENDOR_HEADERS)
  set(places)
  foreach(prefix /usr /usr/lib/* /usr/local /usr/local/* /opt/* /opt/*/* /opt/*/*/*)
    list(APPEND places ${prefix}/include/omp-tools.h ${prefix}/include/*/omp-tools.h
         ${prefix}/lib/clang/*/include/omp-tools.h ${prefix}/llvm/lib/clang/*/include/omp-tools.h)
  endforeach()
  list(APPEND places /usr/lib/gcc/*/*/include/omp-tools.h)
  file(GLOB found ${places})
  set(OMPT_CTS_VENDOR_HEADERS
      ${found}
      CACHE STRING "omp-tools.h files of OpenMP implementations to compare our definitions with")
endif()

find_package(Python3 COMPONENTS Interpreter)
if(OMPT_CTS_VENDOR_HEADERS AND NOT Python3_FOUND)
  message(STATUS "ompt_abi: no Python, so no comparison with vendors' headers")
  return()
endif()

set(seen)
set(number 0)
foreach(header IN LISTS OMPT_CTS_VENDOR_HEADERS)
  # The same file is often installed under several names.
  file(SHA256 ${header} hash)
  if(hash IN_LIST seen)
    continue()
  endif()
  list(APPEND seen ${hash})
  math(EXPR number "${number} + 1")
  message(STATUS "ompt_abi: vendor header ${number} is ${header}")

  # A copy in a directory of its own: other headers beside the vendor's (a compiler's stddef.h, say)
  # must not be found, and as a system header it may be as untidy as it likes.
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/vendor_header_${number})
  configure_file(${header} ${directory}/omp-tools.h COPYONLY)
  set(list_names ${CMAKE_CURRENT_SOURCE_DIR}/list_vendor_names.py)
  file(GLOB our_headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.h
       ${CMAKE_CURRENT_SOURCE_DIR}/*.def)
  add_custom_command(
    OUTPUT ${directory}/vendor_names.inc
    COMMAND ${Python3_EXECUTABLE} ${list_names} ${directory}/omp-tools.h
            ${directory}/vendor_names.inc
    DEPENDS ${list_names} ${directory}/omp-tools.h ${our_headers}
    VERBATIM)

  set(target ompt_abi_vendor_test_${number})
  add_executable(${target} abi_vendor_test.cpp ${directory}/vendor_names.inc)
  target_include_directories(${target} SYSTEM PRIVATE ${directory})
  target_link_libraries(${target} PRIVATE ompt_abi GTest::gtest_main)
  cts_unoptimized(${target})
  gtest_discover_tests(${target} TEST_PREFIX ompt_abi.${number}.)
endforeach()
