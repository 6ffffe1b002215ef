// Since 5.0: detach. GCC's code needs a symbol version that LLVM's libomp does not define.
#include <omp.h>
int main(void) {
  omp_event_handle_t e;
#pragma omp task detach(e)
  omp_fulfill_event(e);
#pragma omp taskwait
  return 0;
}
