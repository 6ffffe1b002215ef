// The requests to AMD's runtime, reported by its tools' interface (which rocprofiler also uses):
// the witness that a simulated driver has built in (devices/witness.h). The runtime loads this
// library from HSA_TOOLS_LIB and calls OnLoad.
#include "devices/witness.h"

#include <hsa/hsa_api_trace.h>
#include <map>
#include <mutex>
#include <string>

namespace {

using cts::devices::witness;

CoreApiTable core;
AmdExtTable ext;

std::mutex names_mutex;
std::map<uint64_t, std::string> names; // kernels, by their objects

std::string name_of(uint64_t object) {
  const std::lock_guard lock(names_mutex);
  const auto at = names.find(object);
  std::string name = at == names.end() ? "" : at->second;
  if (name.ends_with(".kd")) // the symbol of a kernel's descriptor
    name.resize(name.size() - 3);
  return name;
}

hsa_status_t symbol_info(hsa_executable_symbol_t symbol, hsa_executable_symbol_info_t what,
                         void *value) {
  const hsa_status_t status = core.hsa_executable_symbol_get_info_fn(symbol, what, value);
  if (status != HSA_STATUS_SUCCESS || what != HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT)
    return status;
  uint32_t length = 0;
  core.hsa_executable_symbol_get_info_fn(symbol, HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH, &length);
  std::string name(length, '\0');
  core.hsa_executable_symbol_get_info_fn(symbol, HSA_EXECUTABLE_SYMBOL_INFO_NAME, name.data());
  const std::lock_guard lock(names_mutex);
  names[*static_cast<uint64_t *>(value)] = name;
  return status;
}

hsa_status_t pool_allocate(hsa_amd_memory_pool_t pool, size_t bytes, uint32_t flags,
                           void **address) {
  const hsa_status_t status = ext.hsa_amd_memory_pool_allocate_fn(pool, bytes, flags, address);
  if (status == HSA_STATUS_SUCCESS)
    witness({0, "allocate", *address, nullptr, bytes});
  return status;
}

hsa_status_t pool_free(void *address) {
  witness({0, "free", nullptr, address});
  return ext.hsa_amd_memory_pool_free_fn(address);
}

hsa_status_t async_copy(void *to, hsa_agent_t to_agent, const void *from, hsa_agent_t from_agent,
                        size_t bytes, uint32_t count, const hsa_signal_t *signals,
                        hsa_signal_t done) {
  witness({0, "copy", to, from, bytes});
  return ext.hsa_amd_memory_async_copy_fn(to, to_agent, from, from_agent, bytes, count, signals,
                                          done);
}

// Packets on their way to a queue: reports those that start a kernel.
void packets(const void *given, uint64_t count, uint64_t, void *,
             hsa_amd_queue_intercept_packet_writer write) {
  const auto *packet = static_cast<const hsa_kernel_dispatch_packet_t *>(given);
  for (uint64_t i = 0; i < count; ++i) {
    const unsigned type = (packet[i].header >> HSA_PACKET_HEADER_TYPE) & 0xff;
    if (type == HSA_PACKET_TYPE_KERNEL_DISPATCH)
      witness({0, "launch", nullptr, nullptr, 0, name_of(packet[i].kernel_object).c_str()});
  }
  write(given, count);
}

hsa_status_t queue_create(hsa_agent_t agent, uint32_t size, hsa_queue_type32_t type,
                          void (*on_error)(hsa_status_t, hsa_queue_t *, void *), void *data,
                          uint32_t private_bytes, uint32_t group_bytes, hsa_queue_t **queue) {
  const hsa_status_t status = ext.hsa_amd_queue_intercept_create_fn(
      agent, size, type, on_error, data, private_bytes, group_bytes, queue);
  if (status == HSA_STATUS_SUCCESS)
    ext.hsa_amd_queue_intercept_register_fn(*queue, packets, nullptr);
  return status;
}

} // namespace

// Called once by the runtime, with the functions that programs get; each replacement calls the
// original.
extern "C" [[gnu::visibility("default")]] bool OnLoad(HsaApiTable *table, uint64_t, uint64_t,
                                                      const char *const *) {
  core = *table->core_;
  ext = *table->amd_ext_;
  table->core_->hsa_queue_create_fn = queue_create;
  table->core_->hsa_executable_symbol_get_info_fn = symbol_info;
  table->amd_ext_->hsa_amd_memory_pool_allocate_fn = pool_allocate;
  table->amd_ext_->hsa_amd_memory_pool_free_fn = pool_free;
  table->amd_ext_->hsa_amd_memory_async_copy_fn = async_copy;
  return true;
}
