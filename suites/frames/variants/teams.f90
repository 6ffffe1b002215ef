! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! A league on the host, and a region inside each of its teams, in Fortran,
! with and without optimization and frame pointers.
! RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
! REQUIRES: fortran, host_teams
! RUN: %cts-compile -cpp -O0 -fno-omit-frame-pointer %s -o %t.O0 && %cts-record --stacks=all %t.O0.trace %t.O0
! RUN: %cts-compile -cpp -O0 -fomit-frame-pointer %s -o %t.O0_without && %cts-record --stacks=all %t.O0_without.trace %t.O0_without
! RUN: %cts-compile -cpp -O2 -fno-omit-frame-pointer %s -o %t.O2 && %cts-record --stacks=all %t.O2.trace %t.O2
! RUN: %cts-compile -cpp -O2 -fomit-frame-pointer %s -o %t.O2_without && %cts-record --stacks=all %t.O2_without.trace %t.O2_without
! RUN: %cts-validate %t.O0.trace %t.O0_without.trace %t.O2.trace %t.O2_without.trace
program teams_variants
  use cts
  use omp_lib
  implicit none
  integer :: bodies
  bodies = 0
  !$omp teams num_teams(2) thread_limit(2)
  call inside('teams')
  !$omp parallel num_threads(2)
  call inside('parallel')
  !$omp end parallel
  !$omp end teams
  if (bodies < 2) stop 1
contains
#include "variants.inc"
end program
