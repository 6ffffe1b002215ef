# The trace and validator libraries for other projects (docs/library.md): find_package(OMPT-CTS)
# gives OMPT-CTS::trace, OMPT-CTS::validator and the checker's path.
include(CMakePackageConfigHelpers)
if(SKBUILD)
  return()
endif()
set(cts_libraries ompt_abi cts_trace_writer cts_trace cts_source_lines cts_rules cts_validator)
foreach(library IN LISTS cts_libraries)
  string(REGEX REPLACE "^cts_" "" name ${library})
  set_target_properties(${library} PROPERTIES EXPORT_NAME ${name})
  add_library(OMPT-CTS::${name} ALIAS ${library})
endforeach()

set(cts_headers ${CMAKE_INSTALL_INCLUDEDIR}/ompt-cts)
set(cts_package ${CMAKE_INSTALL_LIBDIR}/cmake/OMPT-CTS)
install(TARGETS ${cts_libraries} EXPORT OMPT-CTSTargets
  ARCHIVE COMPONENT development DESTINATION ${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION ${cts_headers})
foreach(part ompt_abi system trace validator)
  install(DIRECTORY harness/${part} COMPONENT development DESTINATION ${cts_headers}
    FILES_MATCHING PATTERN *.h PATTERN *.def
    PATTERN tests EXCLUDE PATTERN views EXCLUDE PATTERN fuzz EXCLUDE PATTERN second_judge EXCLUDE)
endforeach()
install(DIRECTORY ${PROJECT_BINARY_DIR}/harness/rules_gen/include/rules COMPONENT development
  DESTINATION ${cts_headers})
install(EXPORT OMPT-CTSTargets NAMESPACE OMPT-CTS:: COMPONENT development DESTINATION ${cts_package})
configure_package_config_file(cmake/OMPT-CTSConfig.cmake.in
  ${PROJECT_BINARY_DIR}/OMPT-CTSConfig.cmake INSTALL_DESTINATION ${cts_package}
  PATH_VARS cts_tree)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/OMPT-CTSConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/OMPT-CTSConfig.cmake
              ${PROJECT_BINARY_DIR}/OMPT-CTSConfigVersion.cmake
  COMPONENT development DESTINATION ${cts_package})
