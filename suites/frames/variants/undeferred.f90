! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Undeferred tasks inside one another, in Fortran,
! with and without optimization and frame pointers.
! RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
! REQUIRES: fortran
! RUN: %cts-compile -cpp -O0 -fno-omit-frame-pointer %s -o %t.O0 && %cts-record --stacks=all %t.O0.trace %t.O0
! RUN: %cts-compile -cpp -O0 -fomit-frame-pointer %s -o %t.O0_without && %cts-record --stacks=all %t.O0_without.trace %t.O0_without
! RUN: %cts-compile -cpp -O2 -fno-omit-frame-pointer %s -o %t.O2 && %cts-record --stacks=all %t.O2.trace %t.O2
! RUN: %cts-compile -cpp -O2 -fomit-frame-pointer %s -o %t.O2_without && %cts-record --stacks=all %t.O2_without.trace %t.O2_without
! RUN: %cts-validate %t.O0.trace %t.O0_without.trace %t.O2.trace %t.O2_without.trace
program undeferred_variants
  use cts
  use omp_lib
  implicit none
  integer :: bodies
  bodies = 0
  !$omp parallel num_threads(2)
  !$omp single
  call spawn(3)
  !$omp end single
  !$omp end parallel
  if (bodies /= 3) stop 1
contains
  recursive subroutine spawn(depth)
    integer, value :: depth
    !$omp task if(.false.)
    if (depth > 1) call spawn(depth - 1)
    call inside('task')
    !$omp end task
  end subroutine

#include "variants.inc"
end program
