#include "devices/host_code.h"

#include "devices/memory.h"
#include "system/checking.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <mutex>

namespace cts::devices {
namespace {

constexpr std::size_t most_arguments = 24;
using Call = void (*)(std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                      std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                      std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                      std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                      std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t);
using Used = std::vector<const Link *>;

// Each program asks for a few of the hundred thousand names that its libraries have.
std::optional<Definition> symbol_of(const std::string &name) {
  return definition(
      [&](const char *here, const Definition &) { return !std::strcmp(here, name.c_str()); },
      name.c_str());
}

// The variable that contains the symbol's address.
std::optional<Definition> variable_at(std::uint64_t address) {
  return definition([&](const char *, const Definition &here) {
    return here.address == address && !here.function && here.bytes;
  });
}

// One kernel at a time has the host's variables, with the values of their device's copies.
class Lent {
public:
  explicit Lent(const Used &links) : lock_(mutex()) {
    for (const Link *link : links) {
      const Memory::Block block = memory().overlapping(link->on_device, link->bytes);
      const auto base = reinterpret_cast<std::uint64_t>(block.base);
      const std::uint64_t begin = std::max(link->on_device, base),
                          end = std::min(link->on_device + link->bytes, base + block.bytes);
      if (block.kind != Memory::Kind::none)
        parts_.push_back({reinterpret_cast<char *>(begin),
                          link->on_host + (begin - link->on_device), end - begin});
    }
    swap();
  }
  Lent(const Lent &) = delete;
  Lent &operator=(const Lent &) = delete;
  ~Lent() { swap(); }

private:
  struct Part {
    char *device, *host;
    std::size_t bytes;
  };
  static std::mutex &mutex() {
    static std::mutex &only = *new std::mutex;
    return only;
  }
  void swap() {
    for (const Part &part : parts_)
      std::swap_ranges(part.device, part.device + part.bytes, part.host);
  }
  std::unique_lock<std::mutex> lock_;
  std::vector<Part> parts_;
};

} // namespace

Global program_global(const std::string &name, Links &links) {
  const auto symbol = symbol_of(name);
  if (!symbol || symbol->function)
    return {};
  constexpr std::string_view reference = "_decl_tgt_ref_ptr"; // as clang and icx name it
  if (!name.ends_with(reference))
    return {reinterpret_cast<void *>(symbol->address), symbol->bytes};
  const auto variable = variable_at(*reinterpret_cast<std::uint64_t *>(symbol->address));
  if (!variable)
    return {};
  links.push_back({name, 0, reinterpret_cast<char *>(variable->address), variable->bytes});
  return {&links.back().on_device, sizeof links.back().on_device};
}

std::function<void()> host_code(const Code &kernel, std::vector<std::uint64_t> arguments,
                                const Links &links) {
  const auto code = symbol_of(kernel.name);
  if (!code || !code->function || arguments.size() > most_arguments) {
    std::fprintf(stderr,
                 "OMPT-CTS: the simulated device cannot run %s: the program has no code of it for "
                 "the host; compile it with -O0 and do not strip it\n",
                 kernel.name.c_str());
    return {};
  }
  arguments.resize(most_arguments);
  Used used;
  for (const Link &link : links)
    if (kernel.uses.contains(link.name))
      used.push_back(&link);
  return [function = reinterpret_cast<Call>(code->address), a = std::move(arguments), used] {
    const auto call = [&] {
      // Additional arguments do no harm: the caller removes them.
      function(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12],
               a[13], a[14], a[15], a[16], a[17], a[18], a[19], a[20], a[21], a[22], a[23]);
    };
    if (used.empty())
      return call();
    const Lent lent(used);
    call();
  };
}

} // namespace cts::devices
