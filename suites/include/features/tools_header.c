// The runtime comes with omp-tools.h, and the compiler finds it.
#include <omp-tools.h>
int main(void) { return 0; }
