#include "validator/machines/target/devices.h"

#include "rules/devices.h"

namespace cts {

namespace {

constexpr TransitionTable<DeviceState, DeviceStep> device_table{device_rows};

// The value for "not known" in a device_load.
constexpr i64 no_offset = -1;
constexpr u64 no_address = ~u64{0};

bool for_tracing(std::string_view entry_point) {
  return entry_point == "ompt_set_trace_ompt" || entry_point == "ompt_set_trace_native" ||
         entry_point == "ompt_start_trace" || entry_point == "ompt_flush_trace" ||
         entry_point == "ompt_stop_trace";
}

} // namespace

std::string device_diagram() {
  return diagram(device_rows, std::array<std::string_view, 3>{"unknown", "live", "finalized"},
                 std::array<std::string_view, 3>{"initialize", "use", "finalize"});
}

bool Devices::live(i32 number) const {
  const auto found = devices_.find(number);
  return found != devices_.end() && found->second.state == DeviceState::live;
}

void Devices::range(const Here &here, i32 number) {
  judge.require(number >= -1, [&] {
    return device_num_range::below_range{.event = here.code, .device = number};
  });
}

void Devices::step(const Here &here, i32 number, DeviceStep what) {
  Device &device = devices_[number];
  const auto &row = device_table(device.state, what);
  const Rule rule = what == DeviceStep::initialize ? rule::device_init_once
                    : what == DeviceStep::use      ? rule::device_finalize_no_offload_after
                                                   : rule::device_finalize_after_init;
  // Initialization and finalization of a device are known only if the runtime reports them.
  const bool begins_told = judge.promised(ompt_callback_device_initialize);
  const bool told =
      (device.state != DeviceState::finalized || what != DeviceStep::use || begins_told) &&
      (device.state != DeviceState::live || what != DeviceStep::initialize ||
       judge.promised(ompt_callback_device_finalize));
  if (told)
    judge.require(rule, row.legal, [&] {
      const char *state = device.state == DeviceState::unknown ? "was not initialized"
                          : device.state == DeviceState::live  ? "is initialized"
                                                               : "was finalized";
      return shared::wrong_state{.event = here.code, .device = number, .state = state}
          .why("it was initialized here", device.initialized)
          .why("it was finalized here", device.finalized);
    });
  device.state = row.to;
}

// A device that is initialized again is the same device: its vendor and model stay, and the text on
// its entry points should stay too.
void Devices::judge_texts(const event::device_initialize &e, Device &device) {
  const auto model = [](std::string_view type) {
    const std::size_t first = type.find(';');
    return type.substr(0, first == type.npos ? first : type.find(';', first + 1));
  };
  if (device.initialized.valid()) {
    judge.require(model(e.type) == model(device.type), [&] {
      return device_init_type_string::type_changes{
          .device = e.device_num, .type = e.type, .before = device.type}
          .why("it was initialized here before", device.initialized);
    });
    judge.require(e.documentation == device.documentation, [&] {
      return device_init_documentation::documentation_changes{
          .device = e.device_num, .documentation = e.documentation, .before = device.documentation}
          .why("it was initialized here before", device.initialized)
          .as_remark();
    });
  } else {
    device.type = e.type;
    device.documentation = e.documentation;
    if (!e.documentation.empty())
      judge.held(rule::device_init_documentation); // until it changes
  }
}

void Devices::on(const Here &here, const event::device_initialize &e) {
  range(here, e.device_num);
  step(here, e.device_num, DeviceStep::initialize);
  Device &device = devices_[e.device_num];
  judge_texts(e, device);
  device.initialized = here.ref;
  device.lookup = e.lookup;
  device.handle = e.device;
  device.traces = device.asked = false;
  // The device was used before, and its initialization now shows that it is not the initial device.
  judge.require(!device.first_use.valid(), [&] {
    return device_init_before_construct::used_before{.device = e.device_num}.why("it was used here",
                                                                                 device.first_use);
  });
  const std::size_t separator = e.type.find(';');
  const bool type =
      separator != std::string_view::npos && separator > 0 && separator + 1 < e.type.size();
  judge.require(type, [&] {
    return device_init_type_string::no_vendor{.device = e.device_num, .type = e.type};
  });
  judge.require(!e.type.empty(),
                [&] { return device_init_type_given::no_type{.device = e.device_num}; });
  const Device *shares = nullptr;
  for (const auto &[number, other] : devices_)
    if (number != e.device_num && other.state == DeviceState::live && other.handle == e.device)
      shares = &other;
  judge.require(rule::device_init_device_handle, e.device != 0 && !shares, [&] {
    auto message = e.device ? Message(device_init_device_handle::shared_handle{
                                  .device = e.device_num, .handle = e.device})
                            : Message(device_init_device_handle::no_handle{.device = e.device_num});
    if (shares)
      message.why("the other one was initialized here", shares->initialized);
    return message;
  });
}

void Devices::on(const Here &here, const event::device_entry_point &e) {
  if (e.entry_point.ends_with("()")) // machines/target/tracing
    return;
  Device &device = devices_[e.device_num];
  if (device.state != DeviceState::live)
    return;
  device.asked = true;
  device.traces |= e.result != 0 && for_tracing(e.entry_point);
  // The last name that the checker looks up.
  if (e.entry_point == "ompt_get_record_abstract")
    judge_lookup(here, e.device_num, device);
}

void Devices::judge_lookup(const Here &, i32 number, Device &device) {
  if (!device.asked || !device.lookup)
    return;
  judge.require(device.traces, [&] {
    return device_init_lookup::no_entry_points{.device = number}.why(
        "the device was initialized here", device.initialized);
  });
}

void Devices::on(const Here &here, const event::device_finalize &e) {
  range(here, e.device_num);
  step(here, e.device_num, DeviceStep::finalize);
  Device &device = devices_[e.device_num];
  device.finalized = here.ref;
}

void Devices::used(const Here &here, i32 number, u32 endpoint) {
  range(here, number);
  if (endpoint == endpoint_end) {
    region_device_.erase(here.thread.number);
    offloaded(here, number);
    judge_numbering(here, number, devices_[number]);
    // The thread that finalized the device was not in a region of that device.
    const Device &device = devices_[number];
    if (device.finalized.valid() && device.finalized.thread == here.ref.thread)
      step(here, number, DeviceStep::use);
    return;
  }
  region_device_[here.thread.number] = number;
  step(here, number, DeviceStep::use);
}

// The device executed part or all of a construct. The construct's begin does not prove this: the
// encountering thread may initialize the device only then, or wait for another thread that does
// (docs/readings.md).
void Devices::offloaded(const Here &here, i32 number) {
  Device &device = devices_[number];
  if (device.state == DeviceState::unknown && !device.first_use.valid())
    device.first_use = here.ref;
  if (device.state == DeviceState::live)
    judge.held(rule::device_init_before_construct);
}

void Devices::judge_numbering(const Here &here, i32 number, const Device &device) {
  // Device numbers start at 0 and have no gaps, so a number smaller than that of some initialized
  // device is not the initial device.
  if (device.state == DeviceState::unknown && number >= 0)
    for (const auto &[other, known] : devices_)
      if (other > number && known.initialized.valid()) {
        judge.violated([&] {
          return device_init_before_construct::not_initialized{.event = here.code, .device = number}
              .why(fmt::format("device {} was initialized here", other), known.initialized);
        });
        return;
      }
}

void Devices::submits(const Here &here) {
  const auto region = region_device_.find(here.thread.number);
  if (region == region_device_.end())
    return;
  offloaded(here, region->second);
  if (!judge.promised(ompt_callback_device_load))
    return;
  const Device &device = devices_[region->second];
  if (device.state != DeviceState::live)
    return;
  judge.require(!device.modules.empty(), [&] {
    return device_load_before_use::before_image{.device = region->second}.why(
        "the device was initialized here", device.initialized);
  });
}

void Devices::on(const Here &here, const event::device_load &e) {
  range(here, e.device_num);
  Device &device = devices_[e.device_num];
  if (device.state == DeviceState::finalized && !judge.promised(ompt_callback_device_initialize))
    device.state = DeviceState::unknown; // it was initialized anew
  // An offset without a file has no meaning; a value other than -1 is only a remark.
  const bool nowhere = e.filename.empty();
  judge.require(!nowhere || e.offset_in_file == no_offset, [&] {
    return device_load_args::offset_in_no_file{.device = e.device_num, .offset = e.offset_in_file}
        .as_remark();
  });
  judge.require(e.device_addr != 0,
                [&] { return device_load_args::no_address{.device = e.device_num}; });
  judge.require(!nowhere || e.vma_in_file == no_address, [&] {
    return device_load_args::address_in_no_file{.device = e.device_num, .address = e.vma_in_file};
  });
  judge.require(e.offset_in_file >= no_offset, [&] {
    return device_load_args::no_offset{.device = e.device_num, .offset = e.offset_in_file};
  });
  judge.require(e.bytes != 0 && e.host_addr != 0, [&] {
    return device_load_image::empty{
        .device = e.device_num, .bytes = e.bytes, .address = e.host_addr};
  });
  // The image of an earlier initialization may have ended with the device; the runtime reports the
  // device's end first.
  const auto old = device.modules.find(e.module_id);
  if (old != device.modules.end() && judge.promised(ompt_callback_device_unload) &&
      !device.finalized.valid())
    judge.violated([&] {
      return device_load_module_id::loaded_twice{.module = e.module_id, .device = e.device_num}.why(
          "it was loaded here", old->second);
    });
  device.modules[e.module_id] = here.ref;
}

void Devices::on(const Here &here, const event::device_unload &e) {
  range(here, e.device_num);
  Device &device = devices_[e.device_num];
  // Device_finalize precedes the finalization: the device's images may be unloaded afterwards.
  const bool due = judge.require(!device.modules.empty(), [&] {
    return device_unload_pair::none_loaded{.device = e.device_num}.why(
        "the device was finalized here", device.finalized);
  });
  if (!due)
    return;
  const bool known = device.modules.erase(e.module_id) != 0;
  judge.require(known, [&] {
    return device_load_module_id::another_module{.module = e.module_id, .device = e.device_num}.why(
        "a module was loaded here", device.modules.begin()->second);
  });
}

void Devices::on(const Here &, const event::tool_finalize &) {
  if (!judge.promised(ompt_callback_device_finalize))
    return;
  for (const auto &[number, device] : devices_)
    if (device.state == DeviceState::live)
      judge.violated([&] {
        return device_finalize_after_init::not_finalized{.device = number}.why(
            "the device was initialized here", device.initialized);
      });
}

} // namespace cts
