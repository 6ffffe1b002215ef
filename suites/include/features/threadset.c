// Since 6.0: the clause threadset, which older Clangs only warn of.
#pragma GCC diagnostic error "-Wextra-tokens"
int main(void) {
#pragma omp task threadset(omp_pool)
  {
  }
}
