! single with copyprivate at its end: one executor.
program single_copyprivate
  use cts
  implicit none
  integer :: value, ran
  !$omp parallel num_threads(3) private(value, ran)
  value = 0
  ran = 0
  call cts_mark(__LINE__)
  !$omp single
  call cts_body('single', __LINE__)
  value = 42
  ran = 1
  !$omp end single copyprivate(value)
  call cts_value('single.executor-is-runner', 'copied', value, 42, __LINE__)
  call cts_count('single.executor-is-runner', ran, &
                 'work work_type=single_executor endpoint=begin', __LINE__)
  call cts_count('single.other-pair', 1 - ran, 'work work_type=single_other endpoint=begin', &
                 __LINE__)
  !$omp end parallel
  call cts_total('single.executor-one', 1, 'work work_type=single_executor endpoint=begin', &
                 __LINE__)
end program
