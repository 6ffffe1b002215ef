// Since 5.0: teams outside of target.
int main(void) {
  int n = 0;
#pragma omp teams num_teams(1) shared(n)
  n++;
  return n != 1;
}
