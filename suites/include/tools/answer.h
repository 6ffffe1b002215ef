/* The program of the tests whose subject is the tool: it enters a region, asks the tool for an answer
 * and reports it, and reports its end.
 */
#include "tools/story.h"
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
  story_tell_number("main", "answer", omp_control_tool(omp_control_tool_start, 0, NULL));
  story_tell("main", "end");
}
