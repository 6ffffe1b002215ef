// omp_target_associate_ptr and omp_target_disassociate_ptr: an operation of the matching type, with
// the host's and the device's address, their devices, the size, and the call's return address. The
// event that allocates the device's memory names the address that the program gets.
// RULES: data-op.routines data-op.optype data-op.bytes data-op.devices data-op.pairing
// RULES: data-op.addresses codeptr.in-function codeptr.in-lines
#include "device.h"

/* No event since the last mark says this. */
#define NEVER(rule, ...) cts_count(rule, 0, "target_data_op_emi " __VA_ARGS__)
#define FROM_HERE() (first = __LINE__, cts_mark())
#define TO_HERE() NEVER("codeptr.in-lines", "codeptr_ra@lines!=%d-%d", first, __LINE__)

int main(void) {
  int a[32], device = omp_get_default_device(), host = omp_get_initial_device(), wrong, first;
  FROM_HERE();
  void *remote = omp_target_alloc(sizeof a, device);
  TO_HERE();
  NEVER("data-op.routines", ALLOC " endpoint=end dest_addr!=%p", remote);
  cts_expect("data-op.bytes",
             "target_data_op_emi optype=associate => bytes=%zu src_addr=%p dest_addr=%p", sizeof a,
             (void *)a, remote);
  FROM_HERE();
  wrong = omp_target_associate_ptr(a, remote, sizeof a, 0, device);
  TO_HERE();
  cts_count_range("data-op.routines", 1, 2, "target_data_op_emi optype=associate");
  cts_count("data-op.pairing", 1, "target_data_op_emi optype=associate endpoint!=end");
  NEVER("data-op.optype", "optype!=associate");
  NEVER("data-op.bytes", "bytes!=%zu", sizeof a);
  NEVER("data-op.bytes", "src_addr!=%p", (void *)a);
  NEVER("data-op.bytes", "dest_addr!=%p", remote);
  NEVER("data-op.devices", "src_device_num!=%d/-1", host);
  NEVER("data-op.devices", "dest_device_num!=%d", device);
  FROM_HERE();
  wrong |= omp_target_disassociate_ptr(a, device);
  TO_HERE();
  cts_count_range("data-op.routines", 1, 2, "target_data_op_emi optype=disassociate");
  cts_count("data-op.pairing", 1, "target_data_op_emi optype=disassociate endpoint!=end");
  NEVER("data-op.optype", "optype!=disassociate");
  /* Up to 5.2 either end may be the source, and what is not applicable is left out. */
  NEVER("data-op.bytes", "bytes!=0/%zu", sizeof a);
  NEVER("data-op.bytes", "src_addr=0 dest_addr=0");
  NEVER("data-op.bytes", "src_device_num=%d/-1 src_addr!=0/%p", host, (void *)a);
  NEVER("data-op.bytes", "src_device_num=%d src_addr!=0/%p", device, remote);
  NEVER("data-op.bytes", "dest_device_num=%d/-1 dest_addr!=0/%p", host, (void *)a);
  NEVER("data-op.bytes", "dest_device_num=%d dest_addr!=0/%p", device, remote);
  NEVER("data-op.devices", "src_device_num=%d/-1 dest_device_num!=%d", host, device);
  NEVER("data-op.devices", "src_device_num=%d dest_device_num!=%d/-1", device, host);
  NEVER("data-op.devices", "src_device_num!=%d/%d/-1", device, host);
  omp_target_free(remote, device);
  return wrong;
}
