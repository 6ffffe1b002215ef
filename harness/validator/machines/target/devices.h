// Devices: initialized, used, finalized; their images loaded and unloaded (catalogue chapter
// devices).
#pragma once

#include "rules/devices.h"
#include "validator/machines/machine.h"
#include "validator/machines/transitions.h"

#include <set>

namespace cts {

enum class DeviceState : u8 { unknown, live, finalized, count };
enum class DeviceStep : u8 { initialize, use, finalize, count };

inline constexpr std::array<Transition<DeviceState, DeviceStep>, 9> device_rows = {{
    {DeviceState::unknown, DeviceStep::initialize, DeviceState::live},
    // The initial device is used without an initialization: judged if the device is initialized
    // later.
    {DeviceState::unknown, DeviceStep::use, DeviceState::unknown},
    {DeviceState::unknown, DeviceStep::finalize, DeviceState::finalized,
     rule::device_finalize_after_init},
    {DeviceState::live, DeviceStep::initialize, DeviceState::live, rule::device_init_once},
    {DeviceState::live, DeviceStep::use, DeviceState::live},
    {DeviceState::live, DeviceStep::finalize, DeviceState::finalized},
    {DeviceState::finalized, DeviceStep::initialize, DeviceState::live},
    {DeviceState::finalized, DeviceStep::use, DeviceState::finalized,
     rule::device_finalize_no_offload_after},
    {DeviceState::finalized, DeviceStep::finalize, DeviceState::finalized,
     rule::device_finalize_after_init},
}};
std::string device_diagram();

class Devices : Machine {
public:
  explicit Devices(const Context &context) : Machine(context) {}

  void on(const Here &here, const event::device_initialize &e);
  void on(const Here &here, const event::device_entry_point &e);
  void on(const Here &here, const event::device_finalize &e);
  void on(const Here &here, const event::device_load &e);
  void on(const Here &here, const event::device_unload &e);
  void on(const Here &here, const event::target &e) { used(here, e.device_num, e.endpoint); }
  void on(const Here &here, const event::target_emi &e) { used(here, e.device_num, e.endpoint); }
  void on(const Here &here, const event::target_data_op &e) { operation(here, e); }
  void on(const Here &here, const event::target_data_op_emi &e) { operation(here, e); }
  void on(const Here &here, const event::target_submit &) { submits(here); }
  void on(const Here &here, const event::target_submit_emi &e) {
    if (e.endpoint == endpoint_begin)
      submits(here);
  }
  void on(const Here &here, const event::tool_finalize &e);

  // Whether the device with this number has been initialized and not finalized.
  bool live(i32 number) const;

private:
  struct Device {
    DeviceState state = DeviceState::unknown;
    EventRef initialized, finalized, first_use;
    u64 handle = 0;
    u64 lookup = 0;
    bool traces = false; // an entry point for tracing was found
    bool asked = false;
    std::string type, documentation; // as at its first initialization
    std::map<u64, EventRef> modules; // loaded
  };
  // Follows the table of steps; reports forbidden steps.
  void step(const Here &here, i32 number, DeviceStep what);
  void used(const Here &here, i32 number, u32 endpoint);
  void offloaded(const Here &here, i32 number);
  void judge_numbering(const Here &here, i32 number, const Device &device);
  void submits(const Here &here);
  void range(const Here &here, i32 number);
  template <class E> void operation(const Here &here, const E &e) {
    range(here, e.src_device_num);
    range(here, e.dest_device_num);
  }
  void judge_texts(const event::device_initialize &e, Device &device);
  void judge_lookup(const Here &here, i32 number, Device &device);

  std::map<i32, Device> devices_;
  std::map<u32, i32> region_device_; // by thread: of the target region that began there
};

} // namespace cts
