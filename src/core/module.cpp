// The Python face of the core: argument conversion only, no logic.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>

#include "cardset.h"

namespace nb = nanobind;

NB_MODULE(_core, m) {
  m.doc() = "The compiled core of abtools.";
  m.def("are_disjoint_hands", &abtools::are_disjoint_hands, nb::arg("hands"),
        "True when four sets of cards hold only cards of the pack and share none.");
}
