#include "trace/metadata.h"

#include <gtest/gtest.h>
#include <random>

namespace {

using namespace cts;

TEST(Metadata, KeepsClockAndEnvironment) {
  const Clock clock{"tsc", 2'099'634'106, 3'737'000'000'000'000'000};
  const Environment environment = {
      {"plain", "text"},        {"number", "201611"}, {"quotes", "a \"b\" \\ c; } = x"},
      {"lines", "one\ntwo\\n"}, {"empty", ""},        {"nineteen_digits", "1234567890123456789"}};
  Clock clock_read;
  Environment environment_read;
  ASSERT_TRUE(parse_metadata(metadata_text(clock, environment), clock_read, environment_read));
  EXPECT_EQ(environment_read, environment);
  EXPECT_EQ(clock_read.name, clock.name);
  EXPECT_EQ(clock_read.frequency, clock.frequency);
  EXPECT_EQ(clock_read.offset_ticks, clock.offset_ticks);
}

TEST(Metadata, ForeignOrCutTextIsRefused) {
  Clock clock;
  Environment environment;
  const std::string text = metadata_text(clock, {{"a", "b"}});
  EXPECT_FALSE(parse_metadata("", clock, environment));
  EXPECT_FALSE(parse_metadata("/* CTF 1.8 */\ntrace { uuid = \"other\"; };\n", clock, environment));
  const std::size_t clock_at = text.find("\nclock {");
  for (std::size_t size = 0; size < clock_at; ++size)
    EXPECT_FALSE(parse_metadata(text.substr(0, size), clock, environment)) << size;
}

TEST(Metadata, AnyChangedByteEndsInAnAnswer) {
  Clock clock;
  const std::string text = metadata_text(clock, {{"a", "b"}, {"c", "7"}});
  const std::size_t end = text.find("\nstream {");
  std::mt19937 random(4);
  for (std::size_t at = 0; at < end; ++at) {
    std::string changed = text;
    changed[at] = static_cast<char>(random());
    Environment environment;
    parse_metadata(changed, clock, environment);
    EXPECT_LE(environment.size(), 10u);
    EXPECT_GE(clock.frequency, 1u);
  }
}

} // namespace
