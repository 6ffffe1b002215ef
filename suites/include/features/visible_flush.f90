! flush is compiled to a call of the runtime.
subroutine probe()
  call body()
#ifndef CTS_WITHOUT
  !$omp flush
#endif
  call body()
end subroutine
