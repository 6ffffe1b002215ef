#include "devices/level_zero/modules.h"
#include "devices/level_zero/ze.h"
#include "devices/witness.h"

#include <algorithm>
#include <cstring>

using namespace cts::devices;

namespace {

// The words of an instruction from `first` up to `end` that name functions or places in memory. The
// literals among the others may have the same values.
struct Operands {
  std::size_t first = 0, end = 0;
};
Operands places_in(std::uint32_t instruction) {
  constexpr std::size_t all = ~std::size_t{0};
  switch (instruction) {
  case 61: // OpLoad
  case 65: // OpAccessChain and its kin
  case 66:
  case 67:
  case 70:
  case 117: // OpConvertPtrToU
  case 121: // OpPtrCastToGeneric
  case 122: // OpGenericCastToPtr
  case 124: // OpBitcast
    return {3, 4};
  case 62: // OpStore
  case 63: // OpCopyMemory
  case 64: // OpCopyMemorySized
    return {1, 3};
  case 57:  // OpFunctionCall
  case 169: // OpSelect
  case 245: // OpPhi
    return {3, all};
  case 52: // OpSpecConstantOp
    return {4, all};
  default: // atomic ones
    return {3, std::size_t{instruction >= 227 && instruction <= 242 ? 4u : 0u}};
  }
}

// The meanings of a SPIR-V module's identifiers: names, and what functions and constants use.
struct Meanings {
  std::map<std::uint32_t, std::string> names;
  std::map<std::uint32_t, std::vector<std::uint32_t>> used;

  void collect(std::uint32_t id, std::set<std::uint32_t> &seen, std::set<std::string> &uses) const {
    if (!seen.insert(id).second)
      return;
    if (const auto name = names.find(id); name != names.end())
      uses.insert(name->second);
    if (const auto parts = used.find(id); parts != used.end())
      for (const std::uint32_t part : parts->second)
        collect(part, seen, uses);
  }
};

} // namespace

std::vector<EntryPoint> entry_points(const std::uint8_t *module, std::size_t bytes) {
  constexpr std::uint32_t magic = 0x07230203;
  // instructions
  constexpr std::uint32_t named = 5, entry_point = 15, constant = 52, function = 54, parameter = 55,
                          function_end = 56;
  constexpr std::size_t header = 5, name_at = 3; // words
  std::vector<std::uint32_t> words(bytes / 4);
  std::memcpy(words.data(), module, words.size() * 4);
  std::vector<EntryPoint> found;
  if (words.size() < header || words[0] != magic)
    return found;
  std::map<std::uint32_t, std::size_t> by_function;
  EntryPoint *current = nullptr;
  Meanings meanings;
  std::uint32_t inside = 0; // the function
  const auto text_at = [&](std::size_t at, std::size_t end) {
    const std::string_view whole(reinterpret_cast<const char *>(&words[at]), (end - at) * 4);
    return std::string(whole.substr(0, whole.find('\0')));
  };
  for (std::size_t at = header; at < words.size();) {
    const std::size_t length = words[at] >> 16;
    const std::uint32_t instruction = words[at] & 0xffff;
    if (length == 0 || at + length > words.size())
      break;
    if (instruction == entry_point && length > name_at) {
      by_function[words[at + 2]] = found.size();
      found.push_back({{text_at(at + name_at, at + length), {}}});
    } else if (instruction == named && length > 2) {
      meanings.names[words[at + 1]] = text_at(at + 2, at + length);
    } else if (instruction == function && length > 2) {
      const auto kernel = by_function.find(words[at + 2]);
      current = kernel == by_function.end() ? nullptr : &found[kernel->second];
      inside = words[at + 2];
    } else if (instruction == parameter && current) {
      ++current->arguments;
    }
    if (instruction == constant && length > 2)
      inside = words[at + 2];
    const Operands places = places_in(instruction);
    for (std::size_t i = places.first; inside && i < std::min(places.end, length); ++i)
      meanings.used[inside].push_back(words[at + i]);
    if (instruction == function_end || instruction == constant)
      inside = 0;
    at += length;
  }
  for (const auto &[id, place] : by_function) {
    std::set<std::uint32_t> seen;
    meanings.collect(id, seen, found[place].uses);
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
      *kernel = new Kernel{known, owner, std::vector<std::uint64_t>(known.arguments)};
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
