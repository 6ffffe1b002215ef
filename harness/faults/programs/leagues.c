// Leagues of several teams and of one, distribute, regions in a team.
#include <omp.h>
#include <stdlib.h>

static int hits[16];

static void league(int teams) {
#pragma omp teams num_teams(teams) thread_limit(2)
  {
#pragma omp distribute
    for (int i = 0; i < 16; ++i)
#pragma omp atomic
      hits[i]++;
#pragma omp distribute parallel for
    for (int i = 0; i < 16; ++i)
#pragma omp atomic
      hits[i]++;
#pragma omp parallel num_threads(2)
#pragma omp atomic
    hits[0]++;
  }
}

int main(void) {
  league(2);
  league(1);
  league(1);
  return hits[15] == 6 ? EXIT_SUCCESS : EXIT_FAILURE;
}
