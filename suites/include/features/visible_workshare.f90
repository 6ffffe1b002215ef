! workshare is known and compiled to calls of the runtime.
subroutine probe(a, b)
  integer :: a(100), b(100)
#ifndef CTS_WITHOUT
  !$omp workshare
#endif
  a = b + 1
#ifndef CTS_WITHOUT
  !$omp end workshare nowait
#endif
end subroutine
