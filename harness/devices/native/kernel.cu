// A native kernel beside OpenMP, for CUDA (nvcc) and HIP (clang -x hip).
#ifdef __HIP__
#include <hip/hip_runtime.h>
#define NATIVE(name) hip##name
#else
#include <cuda_runtime.h>
#define NATIVE(name) cuda##name
#endif

__global__ void add_one(int *data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] += 1;
}

// Why there is no device to run on; empty if there is one.
extern "C" const char *native_problem(void) {
  int devices = 0;
  const auto status = NATIVE(GetDeviceCount)(&devices);
  if (status != NATIVE(Success))
    return NATIVE(GetErrorString)(status);
  return devices ? "" : "the driver knows none";
}

// Adds 1 to n numbers on the device, in this stream (null: the default one), and waits for it. 0 if
// that could be done.
extern "C" int native_add_one(void *stream, int *data, int n) {
  const auto in = static_cast<NATIVE(Stream_t)>(stream);
  add_one<<<(n + 63) / 64, 64, 0, in>>>(data, n);
  return NATIVE(StreamSynchronize)(in) != NATIVE(Success);
}
