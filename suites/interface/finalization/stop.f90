! A Fortran program that ends by a stop statement.
! RULES: fin.once fin.last initial-task.end-before-thread-end
program stop_statement
  use cts
  implicit none
  !$omp parallel num_threads(2)
  call cts_body('parallel', __LINE__)
  !$omp end parallel
  call cts_total('fin.once', 1, 'tool_finalize', __LINE__)
  stop
end program
