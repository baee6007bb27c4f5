"""Changes to whole boards: seats turned, numbers given anew, doubles left out, names replaced,
deals merged in."""

from __future__ import annotations

from abtools.edits.anonymity import Names, anonymise
from abtools.edits.merging import Merging
from abtools.edits.numbering import by_number, renumber
from abtools.edits.repetition import dedupe
from abtools.edits.rotation import rotate

__all__ = ["Merging", "Names", "anonymise", "by_number", "dedupe", "renumber", "rotate"]
