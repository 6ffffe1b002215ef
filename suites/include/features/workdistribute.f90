! Since 6.0: the teams of a league share array assignments.
program probe
  implicit none
  integer :: a(4)
  !$omp teams workdistribute
  a = 1
  !$omp end teams workdistribute
  if (any(a /= 1)) error stop
end program
