! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! The Fortran compiler knows array sections in depend.
program probe
  integer :: a(4)
  !$omp task depend(out: a(1:2))
  a = 1
  !$omp end task
  !$omp taskwait
end program
