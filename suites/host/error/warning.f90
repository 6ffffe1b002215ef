! error at(execution) from Fortran, with its message.
! REQUIRES: error_directive_fortran
program warning
  use cts
  implicit none
  call cts_mark(__LINE__)
  call cts_expect('error.severity', 'error => severity=warning', __LINE__)
  call cts_expect('error.message', 'error => length=9/10', __LINE__)
  !$omp error at(execution) severity(warning) message("attention")
  call cts_count('error.event', 1, 'error', __LINE__)
end program
