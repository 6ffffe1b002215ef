// The OpenMP header and library that programs are compiled with offer omp_control_tool.
#include <omp.h>
int main(void) { return omp_control_tool(omp_control_tool_flush, 0, 0) > 0; }
