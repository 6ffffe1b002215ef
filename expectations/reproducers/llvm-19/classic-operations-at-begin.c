// SHOWS: data-op.non-emi-at-end target.id-unique
// FLAGS: --offload
// RECORD: --target=classic
int main(void) {
  int a[4];
#pragma omp target enter data map(to : a)
#pragma omp target exit data map(delete : a)
}
