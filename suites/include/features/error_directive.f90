! The Fortran compiler knows error at(execution).
program probe
  !$omp error at(execution) severity(warning) message("probe")
end program
