# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Adds two targets to a build of LLVM's OpenMP runtime, whose sources stay as they are:
#
#   check-ompt-cts          the suites of OMPT-CTS against the libomp of this build
#   check-ompt-cts-openmp   LLVM's own OpenMP tests (those of check-openmp) under the checker
#
# CMake reads it with -DCMAKE_PROJECT_TOP_LEVEL_INCLUDES=<this file>; docs/llvm-checkout.md has the
# whole command for each kind of build. OMPT_CTS is the command, OMPT_CTS_FLAGS more of its options.
set(OMPT_CTS "${CMAKE_CURRENT_LIST_DIR}/../../ompt-cts" CACHE FILEPATH "The ompt-cts command")
set(OMPT_CTS_FLAGS "" CACHE STRING "More options of ompt-cts run and check, a list")
set(OMPT_CTS_CC "" CACHE FILEPATH "What compiles the suites; default: what compiles LLVM's own tests")

function(ompt_cts_add_targets)
  if(NOT TARGET omp OR TARGET check-ompt-cts)
    return()
  endif()
  set(compiler "${OMPT_CTS_CC}")
  if(NOT compiler)
    set(compiler "${OPENMP_TEST_C_COMPILER}")
  endif()
  if(NOT compiler)
    set(compiler "${CMAKE_C_COMPILER}")
  endif()
  add_custom_target(check-ompt-cts
    COMMAND "${OMPT_CTS}" run --library "$<TARGET_FILE:omp>" --cc "${compiler}"
            --cflags=-fopenmp=libomp ${OMPT_CTS_FLAGS}
    COMMENT "Judging the tools interface of libomp" DEPENDS omp USES_TERMINAL VERBATIM)
  # What check-openmp runs; not told where LLVM's build has found no lit for it.
  get_property(folders GLOBAL PROPERTY OPENMP_LIT_TESTSUITES)
  # Tests of tools (and of the debugger's library) bring a tool of their own, which the checker would displace.
  list(FILTER folders EXCLUDE REGEX "/(tools/[a-z]+/tests|libompd/test)/?$")
  if(NOT folders)
    get_target_property(folders omp BINARY_DIR)
    cmake_path(SET folders NORMALIZE "${folders}/../test")
  endif()
  add_custom_target(check-ompt-cts-openmp
    COMMAND "${OMPT_CTS}" check ${folders} ${OMPT_CTS_FLAGS}
    COMMENT "Running OpenMP tests under the checker" DEPENDS omp USES_TERMINAL VERBATIM)
endfunction()
# When the whole tree has been read, and all targets are there.
cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL ompt_cts_add_targets)
