// libsynth-omp.so: an OpenMP runtime without OpenMP. It loads the tool as a runtime does and then
// executes a scenario: the text form of a trace (trace/text.h), where a line may stand for several
// (alternatives). The scenario causes the events that a trace would record:
//
//   1 thread_begin thread_type=initial thread=+H1     thread 1, a real one, calls the callback
//   1 probe_thread thread=H1 state=work_serial        the entry points' answers from here on
//   1 set_callback event=work answer=never            the answers to registrations
//   1 lookup entry_point="ompt_get_state"             this name is not known (address 0)
//   1 enumerate_state result=1 state=…                the enumeration, if it is not the true one
//   1 tool_finalize                                   the tool is finalized here, not at the end
//   1 device_entry_point device_num=0 entry_point="ompt_pause_trace()" result=0
//                                                     the answers of a device's entry points, in
//                                                     order; without () and with 0: not known
//   1 buffer_request device_num=0                     the tool gives a buffer for trace records
//   1 device_data_op_record device_num=0 type=…       goes into that buffer (record=0x10: without a
//                                                     record), at times after the device's begin
//   1 buffer_read beyond=1                            ends the cursor's visits: the answer for the
//                                                     position after them
//   1 buffer_complete device_num=0 buffer_owned=1     the tool gets the buffer back
//   1 note where="synth" text="threads" values=[20]   this many threads begin and end;
//                                                     [20,4,9]: four at a time, nine flushes each
//   1 note where="synth" text="program holds" values=[80]
//                                                     stays in the program's code (or, "runtime
//                                                     holds", in the runtime's) until this many
//                                                     more samples have been taken of all threads
//   1 note where="synth" text="exit"                  exit() in the next answer about the state
//
// A word of an entity is real storage, initially zero; ?0x0@0x10 passes that address unchanged, as
// are texts, except text="<null>", "<unreadable>" and "<endless>", which mean such pointers.
// 0x7a5ead000000 is the address of a read-only page; in a frame, 0x7fff0000 is an address in the
// calling thread's stack.
#pragma once

extern "C" {
// Plays the scenario in this file, or the trace in this directory. Returns 0, or 1 and a line on
// standard error if the file cannot be read or there is no tool.
int synth_omp_play(const char *scenario);
}
