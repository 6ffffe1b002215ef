// Since 6.0: the pause that stops the tool.
#include <omp.h>
int main(void) { return omp_pause_stop_tool == 0; }
