! master from Fortran: the primary thread alone.
! REQUIRES: visible_master_fortran
program master
  use cts
  use omp_lib
  implicit none
  integer :: primary
  !$omp parallel num_threads(3) private(primary)
  primary = merge(1, 0, omp_get_thread_num() == 0)
  call cts_mark(__LINE__)
  !$omp master
  call cts_body('masked', __LINE__)
  !$omp end master
  call cts_count('master.primary-only', primary, 'masked endpoint=begin', __LINE__)
  call cts_count('masked.pair', primary, 'masked endpoint=end', __LINE__)
  !$omp end parallel
end program
