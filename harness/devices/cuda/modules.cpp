#include "devices/cuda/modules.h"

#include "devices/cuda/cu.h"
#include "devices/witness.h"

#include <cstring>

using namespace cts::devices;

namespace {

struct Module {
  std::map<std::string, Function> functions;
  std::map<std::string, Global> globals;
  std::map<std::string, std::vector<char>> own; // variables missing in the program
  Links links;
};

} // namespace

std::vector<std::uint64_t> arguments(const Function &function, void **parameters, void **more) {
  const char *buffer = nullptr;
  for (void **word = more; word && *word; word += 2)
    if (*word == reinterpret_cast<void *>(1)) // CU_LAUNCH_PARAM_BUFFER_POINTER
      buffer = static_cast<const char *>(word[1]);
  std::vector<std::uint64_t> values;
  std::size_t at = 0;
  for (const std::size_t bytes : function.sizes) {
    std::uint64_t value = 0;
    at = (at + bytes - 1) / bytes * bytes;
    if (bytes <= sizeof value && (buffer || parameters))
      std::memcpy(&value, buffer ? buffer + at : parameters[values.size()], bytes);
    values.push_back(value);
    at += bytes;
  }
  return values;
}

CU cuModuleLoadDataEx(Module **module, const void *image, unsigned, const int *, void **) {
  const std::string_view text = ptx_in(image);
  if (text.empty())
    return invalid_image;
  auto *made = new Module;
  for (const ptx::Kernel &kernel : ptx::kernels(text))
    made->functions[kernel.name] = {{kernel.name, kernel.uses}, kernel.parameters, &made->links};
  for (const ptx::Global &global : ptx::globals(text)) {
    // Kernels run as the program's host version, with its variables.
    Global &here = made->globals[global.name] = program_global(global.name, made->links);
    if (here.bytes == global.bytes)
      continue;
    auto &own = made->own[global.name];
    own.resize(global.bytes);
    here = {own.data(), own.size()};
  }
  witness({current_device(), "module", nullptr, image, text.size()});
  *module = made;
  return success;
}
CU cuModuleUnload(Module *module) {
  delete module;
  return success;
}
CU cuModuleGetFunction(Function **function, Module *module, const char *name) {
  const auto at = module->functions.find(name);
  if (at == module->functions.end())
    return not_found;
  *function = &at->second;
  return success;
}
CU cuModuleGetGlobal_v2(DevicePointer *p, std::size_t *bytes, Module *module, const char *name) {
  const auto at = module->globals.find(name);
  if (at == module->globals.end())
    return not_found;
  if (p)
    *p = reinterpret_cast<DevicePointer>(at->second.place);
  if (bytes)
    *bytes = at->second.bytes;
  return success;
}
CU_PLAIN_NAME(cuModuleGetGlobal)

CU cuFuncGetAttribute(int *value, int attribute, Function *) {
  constexpr int most_threads = 0;
  *value = attribute == most_threads ? 1024 : 0;
  return success;
}
CU cuFuncSetAttribute(Function *, int, int) { return success; }
CU cuFuncGetParamInfo(Function *function, std::size_t index, std::size_t *offset,
                      std::size_t *bytes) {
  if (index >= function->sizes.size())
    return invalid_value;
  std::size_t at = 0;
  for (std::size_t i = 0; i <= index; ++i) {
    at = (at + function->sizes[i] - 1) / function->sizes[i] * function->sizes[i];
    *offset = at;
    at += function->sizes[i];
  }
  if (bytes)
    *bytes = function->sizes[index];
  return success;
}
CU cuOccupancyMaxPotentialBlockSize(int *grid, int *block, Function *, void *, std::size_t, int) {
  *grid = 4;
  *block = 1024;
  return success;
}
