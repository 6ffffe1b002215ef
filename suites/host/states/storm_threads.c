// Signals while native threads become OpenMP threads and end: nothing is asked before a thread's
// begin or after its end.
// RULES: sigsafe.inquiry sigsafe.consistent
// RECORD: --sample=20000
#include "threads_in_turn.h"

int main(void) { return threads_in_turn(4000); }
