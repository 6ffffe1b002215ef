# Builds for another machine only the programs that run there: the checker, and with CTS_TESTS the
# recorder's tests. This machine judges the traces.
if(NOT CMAKE_SIZEOF_VOID_P EQUAL 8 OR CMAKE_CXX_BYTE_ORDER STREQUAL "BIG_ENDIAN")
  message(FATAL_ERROR "OMPT-CTS does not record on ${CMAKE_SYSTEM_PROCESSOR}: records hold 64-bit words, little-endian (docs/machines.md)")
endif()
# Stacks are unwound through the checker; some machines' compilers need this option for that.
add_compile_options(-fasynchronous-unwind-tables)
if(CTS_TESTS)
  # The headers of this machine's packages alone, and the test framework from its sources.
  set(cts_headers ${PROJECT_BINARY_DIR}/headers)
  file(MAKE_DIRECTORY ${cts_headers})
  file(CREATE_LINK /usr/include/fmt ${cts_headers}/fmt SYMBOLIC)
  add_library(fmt::fmt INTERFACE IMPORTED)
  target_include_directories(fmt::fmt INTERFACE ${cts_headers})
  target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
  add_subdirectory(/usr/src/googletest ${PROJECT_BINARY_DIR}/googletest EXCLUDE_FROM_ALL)
  if(NOT TARGET GTest::gtest_main)
    add_library(GTest::gtest_main ALIAS gtest_main)
  endif()
  enable_testing()
endif()
foreach(part ompt_abi trace checker_tool)
  add_subdirectory(harness/${part})
endforeach()
