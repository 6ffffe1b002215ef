! An explicit barrier from Fortran, on every member.
program barrier
  use cts
  use omp_lib
  implicit none
  integer :: several
  !$omp parallel num_threads(3) private(several)
  several = merge(1, 0, omp_get_num_threads() > 1)
  call cts_mark(__LINE__)
  !$omp barrier
  call cts_after('barrier', __LINE__)
  call cts_count_range('barrier.explicit-every-member', several, 100, &
                       'sync_region endpoint=end kind=barrier_explicit/barrier', __LINE__)
  call cts_count_range('barrier.explicit-kind', 0, 1, &
                       'sync_region endpoint=begin kind=barrier_explicit', __LINE__)
  !$omp end parallel
end program
