// Since 5.1: num_tasks(strict: …).
int main(void) {
#pragma omp taskloop num_tasks(strict : 2)
  for (int i = 0; i < 2; i++)
    ;
  return 0;
}
