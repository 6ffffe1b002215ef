! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! taskwait from Fortran.
! RULES: taskwait.pair-kind taskwait.children-complete
! REQUIRES: fortran
program taskwait
  use cts
  use omp_lib
  implicit none
  integer :: done
  call omp_set_dynamic(.false.)
  done = 0
  !$omp parallel num_threads(2)
  !$omp single
  call cts_mark(__LINE__)
  !$omp task shared(done)
  done = 1
  !$omp end task
  !$omp taskwait
  call cts_count('taskwait.pair-kind', 1, 'sync_region kind=taskwait endpoint=begin', __LINE__)
  call cts_count('taskwait.pair-kind', 1, 'sync_region kind=taskwait endpoint=end', __LINE__)
  call cts_value('taskwait.children-complete', 'done', done, 1, __LINE__)
  !$omp end single
  !$omp end parallel
end program
