// The core's own test program: no framework, exit status 1 on the first broken expectation.
#include <cstdio>
#include <cstdlib>

#include "cardset.h"

#define EXPECT(condition)                                                      \
  do {                                                                         \
    if (!(condition)) {                                                        \
      std::fprintf(stderr, "%s:%d: expected %s\n", __FILE__, __LINE__, #condition); \
      std::exit(1);                                                            \
    }                                                                          \
  } while (false)

int main() {
  EXPECT(abtools::are_disjoint_hands({0x4, 0x8, 0x10, 0x20}));
  EXPECT(!abtools::are_disjoint_hands({0x4, 0x4, 0x10, 0x20}));
  EXPECT(!abtools::are_disjoint_hands({0x1, 0x4, 0x10, 0x20}));
  std::puts("3 passed, 0 failed");
}
