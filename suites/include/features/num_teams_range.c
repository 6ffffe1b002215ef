// The compiler knows a lower bound in num_teams.
int main(void) {
#pragma omp teams num_teams(1 : 2)
  {
  }
  return 0;
}
