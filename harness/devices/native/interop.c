// OpenMP's regions and a native kernel on the same memory: allocations and copies by routines, a
// target region, then the kernel in a stream from the interop construct. Exit status 77, with the
// reason, if there is no device.
#include <omp.h>
#include <stdio.h>

const char *native_problem(void);
int native_add_one(void *stream, int *data, int n);

enum { count = 256 };

int main(void) {
  const char *problem = native_problem();
  if (*problem || omp_get_num_devices() == 0) {
    fprintf(stderr, "no device: %s\n",
            *problem ? problem : "there is one, which the OpenMP runtime does not see");
    return 77;
  }
  int device = omp_get_default_device(), host = omp_get_initial_device(), data[count], wrong = 0;
  int *there = omp_target_alloc(sizeof data, device);
#pragma omp target teams distribute parallel for is_device_ptr(there) device(device)
  for (int i = 0; i < count; i++)
    there[i] = i;
  omp_interop_t interop = omp_interop_none;
#pragma omp interop init(targetsync : interop) device(device)
  int status = omp_irc_no_value;
  void *stream = interop ? omp_get_interop_ptr(interop, omp_ipr_targetsync, &status) : NULL;
  if (status != omp_irc_success)
    stream = NULL;
  wrong |= native_add_one(stream, there, count);
  if (interop != omp_interop_none) {
#pragma omp interop destroy(interop)
  }
  wrong |= omp_target_memcpy(data, there, sizeof data, 0, 0, host, device);
  for (int i = 0; i < count; i++)
    wrong |= data[i] != i + 1;
  omp_target_free(there, device);
  printf("%s stream\n", stream ? "the interop object's" : "the default");
  return wrong;
}
