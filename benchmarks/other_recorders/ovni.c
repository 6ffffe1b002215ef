// An event with as many bytes as the checker's sync_region, by libovni (tested with 1.14).
#include "batches.h"

#include <ovni.h>
#include <stdint.h>
#include <unistd.h>

static void one(void) {
  static const uint8_t payload[16] = {1};
  struct ovni_ev event = {0};
  ovni_ev_set_clock(&event, ovni_clock_now());
  ovni_ev_set_mcv(&event, "OB.");
  ovni_payload_add(&event, payload, sizeof payload);
  ovni_ev_emit(&event);
}

int main(void) {
  ovni_version_check();
  ovni_proc_init(1, "loom", getpid());
  ovni_thread_init(getpid());
  ovni_add_cpu(0, 0);
  measure(one);
  ovni_flush();
  ovni_thread_free();
  ovni_proc_fini();
}
