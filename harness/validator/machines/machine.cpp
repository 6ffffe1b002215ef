#include "validator/machines/machine.h"

#include "rules/general.h"

namespace cts {

std::string text_of(const Data &d, char letter) {
  if (d.ours())
    return fmt::format("{}{}", letter, d.id);
  if (d.null())
    return "NULL";
  return fmt::format("a word that the tool did not write ({:#x} at {:#x})", d.value, d.address);
}

Message not_new(const Data &word, const NewWord &is) {
  if (word.null())
    return shared::null_word{.argument = is.argument, .where = is.where};
  return shared::used_word{.entity = is.entity, .value = word.value};
}

} // namespace cts
