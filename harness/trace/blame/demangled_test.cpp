#include "trace/blame/demangled.h"

#include <gtest/gtest.h>

namespace cts::blame {
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

} // namespace
} // namespace cts::blame
