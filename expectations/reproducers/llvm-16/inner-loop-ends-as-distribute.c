// SHOWS: work.end-type-matches
int main(void) {
#pragma omp teams distribute parallel for num_teams(2) schedule(static)
  for (int i = 0; i < 32; i++)
    ;
}
