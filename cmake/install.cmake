# The layout of `cmake --install`: a tree like the checkout's, with the tools in its own bin and
# without their build files and tests; links to it from bin and lib.
include(GNUInstallDirs)
if(SKBUILD) # a wheel: the folder that pyproject.toml names is the tree
  set(cts_tree .)
else()
  set(cts_tree ${CMAKE_INSTALL_LIBDIR}/ompt-cts)
endif()
set(cts_into COMPONENT tree DESTINATION ${cts_tree})

install(TARGETS ompt-checker null-tool ompt-validate ompt-view ompt-timeline ompt-blame machine-diagrams
  RUNTIME COMPONENT tree DESTINATION ${cts_tree}/bin
  LIBRARY COMPONENT tree DESTINATION ${cts_tree}/bin)
# The folder that `paths.devices_dir` of the runner names, outside a loader's path.
install(TARGETS simulated-level-zero
  LIBRARY COMPONENT tree DESTINATION ${cts_tree}/devices/level-zero)
install(DIRECTORY ${CMAKE_BINARY_DIR}/devices/cuda COMPONENT tree
  DESTINATION ${cts_tree}/devices USE_SOURCE_PERMISSIONS)
install(PROGRAMS ompt-cts ${cts_into})
install(FILES lit.cfg.py LICENSE README.md ${cts_into})
install(FILES LICENSES/Apache-2.0.txt COMPONENT tree DESTINATION ${cts_tree}/LICENSES)
install(DIRECTORY suites rules runtimes mends expectations docs ${cts_into}
  PATTERN CMakeLists.txt EXCLUDE PATTERN __pycache__ EXCLUDE)
install(DIRECTORY reports/templates reports/clusters COMPONENT tree
  DESTINATION ${cts_tree}/reports USE_SOURCE_PERMISSIONS)
install(DIRECTORY cmake/llvm COMPONENT tree DESTINATION ${cts_tree}/cmake)
foreach(part runner/ompt_cts)
  install(DIRECTORY harness/${part} COMPONENT tree DESTINATION ${cts_tree}/harness/runner
    PATTERN __pycache__ EXCLUDE)
endforeach()
# Single files of the C++ half that the runner reads.
foreach(file runner/requirements.txt runner/requirements-all.txt ompt_abi/enums.def trace/events.def validator/circumstances.def validator/facts.def
    ompt_abi/callbacks.def ompt_abi/entry_points.def devices/level_zero/device_runtime.c)
  get_filename_component(folder ${file} DIRECTORY)
  install(FILES harness/${file} COMPONENT tree DESTINATION ${cts_tree}/harness/${folder})
endforeach()
install(DIRECTORY harness/validator/machines COMPONENT tree DESTINATION ${cts_tree}/harness/validator
  FILES_MATCHING PATTERN *.cases)

if(SKBUILD)
  install(FILES harness/runner/wheel/__init__.py ${cts_into})
  return()
endif()
# The runner's steps start for every test program: an installed tree cannot keep them compiled itself.
install(CODE "
  execute_process(COMMAND \"${Python3_EXECUTABLE}\" -m compileall -q --invalidation-mode unchecked-hash
    \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${cts_tree}/harness/runner\")" COMPONENT tree)
# Relative links, so that the prefix can be moved. $ENV{DESTDIR} is the folder of a package being built.
foreach(link ompt-cts:ompt-cts bin/ompt-validate:ompt-validate bin/ompt-view:ompt-view)
  string(REPLACE ":" ";" link ${link})
  list(GET link 0 target)
  list(GET link 1 name)
  install(CODE "
    set(folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}\")
    set(target \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${cts_tree}/${target}\")
    file(MAKE_DIRECTORY \"\${folder}\")
    file(RELATIVE_PATH target \"\${folder}\" \"\${target}\")
    file(CREATE_LINK \"\${target}\" \"\${folder}/${name}\" SYMBOLIC)" COMPONENT tree)
endforeach()
