// SHOWS: distribute.chunk
int main(void) {
#pragma omp teams num_teams(4)
#pragma omp distribute
  for (int i = 0; i < 1; i++)
    ;
}
