! sections in Fortran.
! REQUIRES: visible_sections
program sections
  use cts
  implicit none
  !$omp parallel num_threads(2)
  call cts_mark(__LINE__)
  call cts_expect('sections.type', 'work endpoint=begin => work_type=sections', __LINE__)
  call cts_expect('sections.count', 'work endpoint=begin => count=3', __LINE__)
  !$omp sections
  !$omp section
  call cts_body('section', __LINE__)
  !$omp section
  call cts_body('section', __LINE__)
  !$omp section
  call cts_body('section', __LINE__)
  !$omp end sections
  call cts_after('sections', __LINE__)
  call cts_count('work.every-team-member', 1, 'work endpoint=begin', __LINE__)
  !$omp end parallel
end program
