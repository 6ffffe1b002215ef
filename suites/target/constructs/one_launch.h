// A loop on the device as the construct CONSTRUCT: one target region, and one kernel for it.
#pragma once

#include "../device.h"

int main(void) {
  int a[64], wrong = 0;
  (void)separate_storage();
  cts_mark();
  cts_expect("target.kind", "target_emi endpoint=begin => kind=target");
  _Pragma(CTS_TEXT(CONSTRUCT)) for (int i = 0; i < 64; i++) a[i] = i;
  cts_count("target.pair", 1, "target_emi kind=target endpoint=begin");
  cts_count("target.pair", 1, "target_emi kind=target endpoint=end");
  cts_count("submit.count", 1, "target_submit_emi endpoint=begin");
  for (int i = 0; i < 64; i++)
    wrong |= a[i] != i;
  return wrong;
}
