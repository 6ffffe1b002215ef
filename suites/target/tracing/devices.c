// Every device is traced: each record is of an operation of its own device.
// RULES: record.host-op-id device-init.device-handle buffer-complete.own-buffer
// ENV: OMPT_CTS_SIMULATED_DEVICES=3
#include "traced.h"

int main(void) {
  int wrong = 0;
  for (int round = 0; round < 2; round++)
    for (int device = 0; device < omp_get_num_devices(); device++)
      wrong |= everything(device);
  return wrong;
}
