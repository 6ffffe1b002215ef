// The buffers of device tracing: requested, completed, read (catalogue chapter tracing).
#pragma once

#include "validator/machines/target/tracing.h"

namespace cts {

class TraceBuffers : Machine {
public:
  TraceBuffers(const Context &context, Tracing &tracing) : Machine(context), tracing_(tracing) {}

  void on(const Here &here, const event::buffer_request &e);
  void on(const Here &here, const event::buffer_complete &e);
  void on(const Here &here, const event::buffer_read &e);
  void on(const Here &here, const event::device_record &e);
  void on(const Here &here, const event::device_data_op_record &e) { visit(here, e.cursor, true); }
  void on(const Here &here, const event::device_kernel_record &e) { visit(here, e.cursor, true); }
  void on(const Here &here, const event::device_native_record &e) { visit(here, e.cursor); }
  void on(const Here &here, const event::tool_finalize &e);
  void at_end();

private:
  struct Buffer {
    i32 device = 0;
    u64 bytes = 0;
    EventRef given;
  };
  // The record that a thread is reading.
  struct Reading {
    i32 device = 0;
    bool owned = false;
    std::map<u64, EventRef> cursors;
  };
  void visit(const Here &here, u64 cursor, bool shows_record = false);
  void judge_thread(const Here &here, const event::buffer_complete &e);

  Tracing &tracing_;
  std::map<u64, Buffer> given_;      // by address: the runtime has them
  std::vector<Buffer> kept_;         // given, and never given back
  std::map<u64, EventRef> returned_; // and where those came back that it had
  std::map<u32, Reading> reading_;   // by thread
  bool over_ = false;
};

} // namespace cts
