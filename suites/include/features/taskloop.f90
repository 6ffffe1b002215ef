! The Fortran compiler knows taskloop.
program loops
  integer :: i, n
  n = 0
  !$omp taskloop shared(n)
  do i = 1, 4
    !$omp atomic
    n = n + 1
  end do
  !$omp end taskloop
  if (n /= 4) stop 1
end program
