// Constructs that map for the initial device, or whose if clause is false, move nothing, but have
// their begin and end.
// REQUIRES: offload
#include "cts.h"

int main(int count, char **arguments) {
  int x = 0, host = omp_get_initial_device();
  (void)arguments;
#pragma omp target data map(tofrom : x) device(host)
  x++;
#pragma omp target data map(tofrom : x) if (count > 1)
  x++;
#pragma omp target enter data map(to : x) device(host)
#pragma omp target update from(x) device(host)
#pragma omp target exit data map(from : x) device(host)
  cts_total("target.host-executed", 3, "target_emi kind=enter_data endpoint=begin");
  cts_total("target.host-executed", 3, "target_emi kind=enter_data endpoint=end");
  cts_total("target.host-executed", 3, "target_emi kind=exit_data endpoint=begin");
  cts_total("target.host-executed", 3, "target_emi kind=exit_data endpoint=end");
  cts_total("target.host-executed", 1, "target_emi kind=update endpoint=begin");
  cts_total("target.host-executed", 1, "target_emi kind=update endpoint=end");
  return x != 2;
}
