! omp_test_lock from Fortran: acquired just when it returns true.
program test_lock
  use cts
  use omp_lib
  implicit none
  integer(omp_lock_kind) :: l
  logical :: got
  call omp_init_lock(l)
  call cts_mark(__LINE__)
  call cts_expect('lock-test.kind', 'mutex_acquire => kind=test_lock', __LINE__)
  got = omp_test_lock(l)
  call cts_count('lock-test.return-consistent', merge(1, 0, got), &
                 'mutex_acquired kind=test_lock', __LINE__)
  if (got) call omp_unset_lock(l)
  call omp_destroy_lock(l)
end program
