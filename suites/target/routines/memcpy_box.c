// A box out of a block of three dimensions, to the device and back to another place.
// RULES: data-op.routines data-op.bytes
#include "../device.h"

int main(void) {
  int block[4][5][6], back[4][5][6], wrong;
  const int device = omp_get_default_device(), host = omp_get_initial_device();
  const size_t all[] = {4, 5, 6}, box[] = {2, 3, 4}, at[] = {1, 1, 1}, none[] = {0, 0, 0};
  int *const remote = omp_target_alloc(sizeof block, device);
  for (int i = 0; i < 120; i++) {
    ((int *)block)[i] = i;
    ((int *)back)[i] = -1;
  }
  wrong = omp_target_memcpy_rect(remote, block, sizeof(int), 3, box, none, at, all, all, device,
                                 host);
  wrong |= omp_target_memcpy_rect(back, remote, sizeof(int), 3, box, at, none, all, all, host,
                                  device);
  omp_target_free(remote, device);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 5; j++)
      for (int k = 0; k < 6; k++) {
        const int inside = i >= 1 && i < 3 && j >= 1 && j < 4 && k >= 1 && k < 5;
        wrong |= back[i][j][k] != (inside ? block[i][j][k] : -1);
      }
  cts_total("data-op.bytes", 0, "target_data_op_emi endpoint=begin bytes>%zu", sizeof block);
  return wrong;
}
