! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! The Fortran compiler knows taskloop.
program probe
  integer :: i
  !$omp taskloop
  do i = 1, 2
  end do
  !$omp end taskloop
end program
