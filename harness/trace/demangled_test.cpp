#include "trace/demangled.h"
#include "trace/source_lines.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

namespace cts {
namespace {

TEST(Demangled, NamesAreThoseOfTheLanguage) {
  EXPECT_EQ(demangled("_ZN1n1fEi"), "n::f(int)");
  EXPECT_EQ(demangled("_QMshapesFareaPside"), "shapes::area::side");
  EXPECT_EQ(demangled("__shapes_MOD_area"), "shapes::area");
  for (const char *name : {"_QQmain", "MAIN__"})
    EXPECT_EQ(demangled(name), "main program");
}

TEST(Demangled, OtherNamesStayAsTheyAre) {
  for (const char *name : {"", "main", "_Z", "_Zurich", "_Q", "_Quick", "_Q_", "_QMshapes.area",
                           "_QXarea", "__MOD_area", "___MOD_", "__shapes_MOD_", "a_MOD_area"})
    EXPECT_EQ(demangled(name), name);
}

// A function of `levels` parameters, each of which names the one before it twice.
std::string doubling(int levels) {
  std::string name = "_Z1f1pIiiES_IS0_S0_E";
  for (int level = 1; level < levels; ++level) {
    const std::string before = {'S', "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[level - 1], '_'};
    name += "S_I" + before + before + "E";
  }
  return name;
}

TEST(Demangled, AShortNameThatStandsForGigabytesStaysAsItIs) {
  EXPECT_TRUE(demangled(doubling(2)).starts_with("f(p<int, int>, p<p<int, int>, p<int, int> >"));
  EXPECT_TRUE(demangled(doubling(8)).starts_with("f(p<int, int>, p<p<int, int>, p<int, int> >"));
  for (const int levels : {14, 34})
    EXPECT_EQ(demangled(doubling(levels)), doubling(levels));
}

// All views show names in this form.
TEST(Demangled, CodeWithoutLinesIsCalledAsInTheSource) {
  const void *code = ::dlsym(RTLD_DEFAULT, "_ZSt9terminatev");
  Dl_info library;
  if (!code || !::dladdr(code, &library))
    GTEST_SKIP() << "the C++ library is no shared one";
  const auto low = reinterpret_cast<u64>(library.dli_fbase), at = reinterpret_cast<u64>(code);
  SourceLines lines({{low, at + 4096, 0, library.dli_fname, library.dli_fname}});
  const std::string told = lines.before(at + 1).text();
  EXPECT_TRUE(told == "std::terminate()" || told.find(".cc:") != told.npos) << told;
}

} // namespace
} // namespace cts
