! master is compiled to calls of the runtime.
subroutine probe()
#ifndef CTS_WITHOUT
  !$omp master
#endif
  call body()
#ifndef CTS_WITHOUT
  !$omp end master
#endif
end subroutine
