// The end of the tool's life: by the finalizer or by ompt_finalize_tool, with no event afterwards
// (catalogue chapter finalization).
#pragma once

#include "validator/machines/interface/activation.h"

namespace cts {

class Finalization : Machine {
public:
  Finalization(const Context &context, Activation &activation)
      : Machine(context), activation_(activation) {}

  void on(const Here &here, const event::tool_finalize &e);
  void on(const Here &here, const event::process_exit &e);
  void on(const Here &here, const event::note &e);
  void callback(const Here &here) {
    if (finalized_.valid()) [[unlikely]]
      after(here);
  }
  void at_end();

private:
  void judge_outstanding();
  [[gnu::cold]] void after(const Here &here);

  Activation &activation_;
  EventRef finalized_, exits_;
  EventRef requested_; // ompt_finalize_tool was called here
  u64 finalized_time_ = 0;
};

} // namespace cts
