! The Fortran compiler knows the untied clause.
program untied
  integer :: n
  n = 0
  !$omp task untied shared(n)
  n = 1
  !$omp end task
  !$omp taskwait
  if (n /= 1) stop 1
end program
