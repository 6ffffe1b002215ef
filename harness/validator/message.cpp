#include "validator/message.h"

#include <fmt/args.h>

namespace cts {

Message &Message::why(std::string reason, EventRef event) & {
  because.push_back(std::move(reason));
  if (event.valid())
    about.push_back(event);
  return *this;
}

Message::Message(const BreachKind &kind_, std::initializer_list<Named> facts_) : kind(&kind_) {
  facts.reserve(facts_.size());
  for (const Named &one : facts_)
    facts.emplace_back(one.fact.fact).name = one.name;
}

std::string Message::sentence() const {
  fmt::dynamic_format_arg_store<fmt::format_context> shown;
  for (const Fact &fact : facts)
    shown.push_back(fmt::arg(fact.name.data(), fact.shown));
  return fmt::vformat(kind->says, shown);
}

std::string Message::sort() const {
  std::string sort(kind->id);
  for (const Fact &fact : facts)
    if (!fact.sort.empty())
      (sort.append(" ").append(fact.name) += '=') += fact.sort;
  return sort;
}

} // namespace cts
