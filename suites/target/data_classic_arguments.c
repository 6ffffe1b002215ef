// The arguments of the classic callbacks for each data operation of enter data, update and exit data, in a
// program in which nothing else is moved: type, addresses, sizes, devices, how many.
// RECORD: --target=classic
#include "device.h"

static char a[300], b[500];

/* Operations since the last mark in one direction: as many as due, all of this block. */
#define MOVED(direction, only, block, near, far, from, to)                                         \
  cts_count_range("data-op.bytes", own, 1, "target_data_op " direction " bytes=%zu",               \
                  sizeof block);                                                                   \
  cts_count("data-op.bytes", 0, "target_data_op " only " bytes!=%zu", sizeof block);               \
  cts_count("data-op.bytes", 0, "target_data_op " only " src_addr!=%p", near);                     \
  cts_count("data-op.bytes", 0, "target_data_op " only " dest_addr!=%p", far);                     \
  cts_count("data-op.devices", 0, "target_data_op " only " src_device_num!=%d/-1", from);          \
  cts_count("data-op.devices", 0, "target_data_op " only " dest_device_num!=%d/-1", to)

#define PRAGMA(text) _Pragma(#text)
#define ROUND(block)                                                                               \
  do {                                                                                             \
    cts_mark();                                                                                    \
    cts_expect("target.kind", "target endpoint=begin => kind=enter_data device_num=%d", device);   \
    if (own) /* nothing can be moved into storage that is not there yet */                         \
      cts_expect("data-op.optype", "target_data_op => " ALLOC);                                    \
    PRAGMA(omp target enter data map(to : block))                                                  \
    void *there = mapped_address(block, device);                                                   \
    own = there != (void *)block;                                                                  \
    MOVED(TO_DEVICE, ONLY_TO_DEVICE, block, (void *)block, there, host, device);                   \
    /* padded at most, and what is mapped lies inside */                                           \
    cts_count_range("data-op.optype", own, 1,                                                      \
                    "target_data_op " ALLOC " bytes>=%zu bytes<0x40000000", sizeof block);         \
    cts_count("data-op.bytes", 0, "target_data_op " ALLOC " dest_addr>%p", there);                 \
    cts_count("data-op.bytes", 0, "target_data_op " ALLOC " dest_addr!=0 dest_addr<%#llx",         \
              (unsigned long long)there - 0x100000);                                               \
    cts_count("data-op.optype", 0,                                                                 \
              "target_data_op optype!=alloc/alloc_async/transfer_to_device/"                       \
              "transfer_to_device_async/7/23");                                                    \
    cts_mark();                                                                                    \
    cts_expect("target.kind", "target endpoint=begin => kind=update device_num=%d", device);       \
    PRAGMA(omp target update to(block))                                                            \
    MOVED(TO_DEVICE, ONLY_TO_DEVICE, block, (void *)block, there, host, device);                   \
    cts_mark();                                                                                    \
    cts_expect("target.kind", "target endpoint=begin => kind=update device_num=%d", device);       \
    PRAGMA(omp target update from(block))                                                          \
    MOVED(FROM_DEVICE, ONLY_FROM_DEVICE, block, there, (void *)block, device, host);               \
    cts_mark();                                                                                    \
    cts_expect("target.kind", "target endpoint=begin => kind=exit_data device_num=%d", device);    \
    PRAGMA(omp target exit data map(from : block))                                                 \
    MOVED(FROM_DEVICE, ONLY_FROM_DEVICE, block, there, (void *)block, device, host);               \
    cts_count_range("data-op.optype", own, 1, "target_data_op " DELETE);                           \
    cts_count("data-op.devices", 0, "target_data_op " DELETE " src_addr!=%p dest_addr!=%p", there, \
              there);                                                                              \
    cts_count("data-op.bytes", 0, "target_data_op " DELETE " bytes!=0 bytes<%zu", sizeof block);   \
    cts_count("data-op.bytes", 0, "target_data_op " DELETE " bytes>=0x40000000");                  \
  } while (0)

int main(void) {
  int own = 0, device = omp_get_default_device(), host = omp_get_initial_device();
#pragma omp parallel num_threads(2) /* makes a thread that has no part in the rest */
  ;
  ROUND(a);
  ROUND(b);
  ROUND(a);
  cts_total("target.pair", 12, "target endpoint=begin");
  cts_total("target.pair", 12, "target endpoint=end");
  cts_total_range("map.event", 1, 1000, "target_map nitems>0");
  return 0;
}
