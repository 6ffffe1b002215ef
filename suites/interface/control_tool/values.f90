! The commands of omp_control_tool and its answers, as omp_lib names them, have the same values as
! in omp.h.
! REQUIRES: control_tool_fortran
program values
  use cts
  use omp_lib
  implicit none
  call cts_value('control.values', 'start', int(omp_control_tool_start), 1, __LINE__)
  call cts_value('control.values', 'pause', int(omp_control_tool_pause), 2, __LINE__)
  call cts_value('control.values', 'flush', int(omp_control_tool_flush), 3, __LINE__)
  call cts_value('control.values', 'end', int(omp_control_tool_end), 4, __LINE__)
  call cts_value('control.values', 'notool', int(omp_control_tool_notool), -2, __LINE__)
  call cts_value('control.values', 'nocallback', int(omp_control_tool_nocallback), -1, __LINE__)
  call cts_value('control.values', 'success', int(omp_control_tool_success), 0, __LINE__)
  call cts_value('control.values', 'ignored', int(omp_control_tool_ignored), 1, __LINE__)
end program
