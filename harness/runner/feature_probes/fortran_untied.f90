! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! The Fortran compiler knows untied on task.
program probe
  !$omp task untied
  !$omp end task
end program
