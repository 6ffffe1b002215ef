#include "devices/level_zero/modules.h"
#include "devices/level_zero/ze.h"
#include "devices/witness.h"

#include <algorithm>
#include <cstring>

using namespace cts::devices;

std::vector<EntryPoint> entry_points(const std::uint8_t *module, std::size_t bytes) {
  constexpr std::uint32_t magic = 0x07230203;
  constexpr std::uint32_t entry_point = 15, function = 54, parameter = 55; // instructions
  constexpr std::size_t header = 5, name_at = 3;                           // words
  std::vector<std::uint32_t> words(bytes / 4);
  std::memcpy(words.data(), module, words.size() * 4);
  std::vector<EntryPoint> found;
  if (words.size() < header || words[0] != magic)
    return found;
  std::map<std::uint32_t, std::size_t> by_function;
  EntryPoint *current = nullptr;
  for (std::size_t at = header; at < words.size();) {
    const std::size_t length = words[at] >> 16;
    const std::uint32_t instruction = words[at] & 0xffff;
    if (length == 0 || at + length > words.size())
      break;
    if (instruction == entry_point && length > name_at) {
      const char *text = reinterpret_cast<const char *>(&words[at + name_at]);
      by_function[words[at + 2]] = found.size();
      const std::string_view whole(text, (length - name_at) * 4);
      found.push_back({std::string(whole.substr(0, whole.find('\0')))});
    } else if (instruction == function && length > 2) {
      const auto kernel = by_function.find(words[at + 2]);
      current = kernel == by_function.end() ? nullptr : &found[kernel->second];
    } else if (instruction == parameter && current) {
      ++current->arguments;
    }
    at += length;
  }
  return found;
}

ZE zeModuleCreate(void *, void *device, const ModuleDescription *description, void **module,
                  void **log) {
  auto made = new Module;
  made->device = number_of(device);
  const auto add = [&](const std::uint8_t *text, std::size_t bytes) {
    for (EntryPoint &kernel : entry_points(text, bytes))
      made->kernels.push_back(std::move(kernel));
    witness({made->device, "module", nullptr, text, bytes});
  };
  if (description->module)
    add(description->module, description->bytes);
  for (Header *more = description->next; more; more = more->next)
    if (more->type == type_module_program) {
      const auto &program = *static_cast<ModuleProgram *>(more);
      for (std::uint32_t i = 0; i < program.count; ++i)
        add(program.modules[i], program.bytes[i]);
    }
  *module = made;
  if (log)
    *log = nullptr;
  return success;
}
ZE zeModuleDestroy(void *module) {
  delete static_cast<Module *>(module);
  return success;
}
ZE zeModuleDynamicLink(std::uint32_t, void **, void **log) {
  if (log)
    *log = nullptr;
  return success;
}
ZE zeModuleGetFunctionPointer(void *, const char *, void **) { return no_such_function; }
ZE zeModuleGetGlobalPointer(void *module, const char *name, std::size_t *bytes, void **p) {
  // The device library fills this in for its own part on the device.
  constexpr std::size_t program_data = 472;
  auto &owner = *static_cast<Module *>(module);
  Global global;
  if (std::strcmp(name, "__omp_spirv_program_data") != 0) {
    global = program_global(name, owner.links);
  } else {
    auto &own = owner.own[name];
    own.resize(program_data);
    global = {own.data(), own.size()};
  }
  if (!global.place)
    return no_such_global;
  if (bytes)
    *bytes = global.bytes;
  if (p)
    *p = global.place;
  return success;
}
ZE zeModuleGetKernelNames(void *module, std::uint32_t *number, const char **names) {
  const auto &kernels = static_cast<Module *>(module)->kernels;
  if (*number && names) {
    *number = std::min(*number, static_cast<std::uint32_t>(kernels.size()));
    for (std::uint32_t i = 0; i < *number; ++i)
      names[i] = kernels[i].name.c_str();
  } else {
    *number = static_cast<std::uint32_t>(kernels.size());
  }
  return success;
}
ZE zeModuleGetNativeBinary(void *, std::size_t *bytes, std::uint8_t *) {
  *bytes = 0;
  return success;
}
ZE zeModuleGetProperties(void *, Flags *properties) {
  properties->flags = 0;
  return success;
}
ZE zeModuleBuildLogDestroy(void *) { return success; }
ZE zeModuleBuildLogGetString(void *, std::size_t *bytes, char *text) {
  *bytes = 1;
  if (text)
    *text = '\0';
  return success;
}

ZE zeKernelCreate(void *module, const KernelDescription *description, void **kernel) {
  auto *owner = static_cast<Module *>(module);
  for (const EntryPoint &known : owner->kernels)
    if (known.name == description->name) {
      *kernel = new Kernel{owner, known.name, std::vector<std::uint64_t>(known.arguments)};
      return success;
    }
  return no_such_kernel;
}
ZE zeKernelDestroy(void *kernel) {
  delete static_cast<Kernel *>(kernel);
  return success;
}
ZE zeKernelGetName(void *kernel, std::size_t *bytes, char *text) {
  const std::string &name = static_cast<Kernel *>(kernel)->name;
  if (text && *bytes)
    std::memcpy(text, name.c_str(), std::min(*bytes, name.size() + 1));
  *bytes = name.size() + 1;
  return success;
}
ZE zeKernelGetProperties(void *kernel, KernelProperties *properties) {
  const Header header = *properties;
  *properties = {};
  static_cast<Header &>(*properties) = header;
  properties->arguments =
      static_cast<std::uint32_t>(static_cast<Kernel *>(kernel)->arguments.size());
  properties->most_subgroup_size = 32;
  properties->most_subgroups = 32;
  return success;
}
ZE zeKernelSetArgumentValue(void *kernel, std::uint32_t index, std::size_t bytes,
                            const void *value) {
  auto &arguments = static_cast<Kernel *>(kernel)->arguments;
  if (index >= arguments.size() || bytes > sizeof arguments[0])
    return invalid_argument;
  arguments[index] = 0;
  if (value)
    std::memcpy(&arguments[index], value, bytes);
  return success;
}
ZE zeKernelSetGroupSize(void *, std::uint32_t, std::uint32_t, std::uint32_t) { return success; }
ZE zeKernelSetIndirectAccess(void *, std::uint32_t) { return success; }
ZE zeKernelSuggestGroupSize(void *, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t *x,
                            std::uint32_t *y, std::uint32_t *z) {
  *x = 32;
  *y = *z = 1;
  return success;
}
ZE zeKernelSuggestMaxCooperativeGroupCount(void *, std::uint32_t *number) {
  *number = 32;
  return success;
}
