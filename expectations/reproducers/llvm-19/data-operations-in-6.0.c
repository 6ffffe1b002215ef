// SHOWS: data-op.devices
// MAY SHOW: device-lookup.names target.target-task-null
// FLAGS: --offload
int main(void) {
  int a[4];
#pragma omp target enter data map(to : a)
#pragma omp target exit data map(delete : a)
}
