// Compares our definitions with one vendor's omp-tools.h: every enumerator, layout and signature
// that the header defines. Built once for each header; list_vendor_names.py writes the list of
// checks, because a header may be older or newer than our own.

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include <gtest/gtest.h>

// First the vendor's: its macros must not disturb our headers.
#include "omp-tools.h"

#include "ompt_abi/ompt_abi.h"

namespace {

/// Their type as ours: what remains different is a real difference.
template <class T> struct as_ours { using type = T; };
#define VENDOR_TYPE(name)                                                                          \
  template <> struct as_ours<::name> { using type = ompt_abi::name; };
#include "vendor_names.inc"
template <class T> using as_ours_t = typename as_ours<T>::type;

template <class T> struct as_ours<T *> { using type = as_ours_t<T> *; };
template <class T> struct as_ours<const T> { using type = const as_ours_t<T>; };
template <class R, class... A> struct as_ours<R(A...)> {
  using type = as_ours_t<R>(as_ours_t<A>...);
};

template <class Theirs, class Ours>
constexpr bool same_type = std::is_same_v<as_ours_t<Theirs>, Ours>;

// The comparison itself must be able to tell signatures apart.
static_assert(same_type<void (*)(::ompt_thread_t, const ::ompt_frame_t *),
                        void (*)(ompt_abi::ompt_thread_t, const ompt_abi::ompt_frame_t *)>);
static_assert(!same_type<void (*)(::ompt_thread_t), void (*)(ompt_abi::ompt_work_t)>);
static_assert(!same_type<void (*)(const ::ompt_frame_t *), void (*)(ompt_abi::ompt_frame_t *)>);
static_assert(!same_type<int (*)(int), int (*)(int, int)>);

TEST(VendorHeader, EnumeratorsHaveOurValues) {
  struct pair {
    const char *name;
    std::uint64_t theirs, ours;
  };
  // The inner cast drops the sign that a vendor's enumeration may give to bit 31.
#define VENDOR_ENUMERATOR(name)                                                                    \
  {#name, static_cast<std::uint32_t>(::name), static_cast<std::uint64_t>(ompt_abi::name)},
  const pair pairs[] = {
#include "vendor_names.inc"
  };
  for (const pair &p : pairs)
    EXPECT_EQ(p.theirs, p.ours) << p.name;
  // OpenMP 5.0 has more than 150: fewer means that the list was not made from an OMPT header.
  EXPECT_GE(std::size(pairs), 150u);
}

TEST(VendorHeader, TypesHaveOurSize) {
  struct pair {
    const char *name;
    std::size_t their_size, our_size, their_alignment, our_alignment;
  };
#define VENDOR_TYPE(name)                                                                          \
  {#name, sizeof(::name), sizeof(ompt_abi::name), alignof(::name), alignof(ompt_abi::name)},
  const pair pairs[] = {
#include "vendor_names.inc"
  };
  for (const pair &p : pairs) {
    // These grow when a later version adds a longer member.
    bool open_ended = p.name == std::string("ompt_record_ompt_t") ||
                      p.name == std::string("ompt_any_record_ompt_t");
    if (open_ended)
      EXPECT_LE(p.their_size, p.our_size) << p.name;
    else
      EXPECT_EQ(p.their_size, p.our_size) << p.name;
    EXPECT_EQ(p.their_alignment, p.our_alignment) << p.name;
  }
  EXPECT_GE(std::size(pairs), 45u);
}

TEST(VendorHeader, MembersHaveOurLayout) {
  struct pair {
    const char *name;
    std::size_t their_offset, our_offset, their_size, our_size;
    bool same;
  };
#define VENDOR_FIELD(type, theirs, ours)                                                           \
  {#type "." #theirs,                                                                              \
   offsetof(::type, theirs),                                                                       \
   offsetof(ompt_abi::type, ours),                                                                 \
   sizeof(::type{}.theirs),                                                                        \
   sizeof(ompt_abi::type{}.ours),                                                                  \
   std::is_class_v<decltype(::type{}.theirs)> ||                                                   \
       same_type<decltype(::type{}.theirs), decltype(ompt_abi::type{}.ours)>},
  const pair pairs[] = {
#include "vendor_names.inc"
  };
  for (const pair &p : pairs) {
    EXPECT_EQ(p.their_offset, p.our_offset) << p.name;
    EXPECT_EQ(p.their_size, p.our_size) << p.name;
    EXPECT_TRUE(p.same) << p.name << " has another type";
  }
  EXPECT_GE(std::size(pairs), 120u);
}

TEST(VendorHeader, SignaturesAndOtherTypesAreOurs) {
  struct pair {
    const char *name;
    bool same;
  };
#define VENDOR_ALIAS(name) {#name, same_type<::name, ompt_abi::name>},
  const pair pairs[] = {
#include "vendor_names.inc"
  };
  for (const pair &p : pairs)
    EXPECT_TRUE(p.same) << p.name;
  EXPECT_GE(std::size(pairs), 70u);
}

TEST(VendorHeader, DefinesNothingBeyondOurs) {
  std::string extra;
#define VENDOR_EXTRA(name) extra += " " #name;
#include "vendor_names.inc"
  // A newer header is not our mistake, but the reader of the output should know.
  if (!extra.empty())
    GTEST_SKIP() << "the vendor's header is newer than our tables: it also defines" << extra;
}

} // namespace
