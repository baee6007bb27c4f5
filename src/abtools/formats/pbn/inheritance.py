"""Values that a PBN record takes from earlier ones: #, ##, and deals shared by several records."""

from __future__ import annotations

from abtools.board import Board
from abtools.formats.pbn.fields import values_of_fields
from abtools.formats.pbn.tags import NOT_INHERITED, RawTag
from abtools.formats.pbn.text import Token

SHARED = ("Board", "Dealer", "Vulnerable", "Deal")
_PLAYED = ("Auction", "Contract", "Play", "Declarer")


class Inheritance:
    """What earlier records leave to later ones; fed with every record in order."""

    def __init__(self) -> None:
        self.previous: Board | None = None
        self.defaults: dict[str, str] = {}
        self._last: dict[str, str] = {}

    def remember(self, fields: dict[str, str]) -> None:
        """Take note of the values of a record."""
        self._last.update(fields)

    def knows(self, name: str) -> bool:
        """Whether an earlier record had this tag."""
        return name in self._last

    def resolve(self, tag: RawTag) -> RawTag:
        """The tag with its # or ## resolved; its value holds for later records."""
        written = value = tag.value
        if written.startswith("##"):
            value = written[2:]
        elif written == "#":
            value = self._last.get(tag.name, "")
        self.defaults.pop(tag.name, None)
        if written.startswith("##") and tag.name not in NOT_INHERITED:
            self.defaults[tag.name] = value
        if tag.name != "Note":
            self._last[tag.name] = value
        return tag._replace(value=value, written=written if value != written else None)

    def implied(self, names: set[str]) -> list[RawTag]:
        """The tags that a record with these tags does not write but has by an earlier ##."""
        missing = {name: value for name, value in self.defaults.items() if name not in names}
        self._last.update(missing)
        return [_unwritten(name, value) for name, value in missing.items()]

    def shared(self, fields: dict[str, str]) -> list[RawTag]:
        """Deal, dealer, vulnerability and number that a record leaves to the one before it.

        A further record of one board (another room or table) often leaves its deal out: it has
        no Deal, and either the same number as the record before, or no number and no dealer.
        """
        if not self.shares_deal(fields) or self.previous is None:
            return []
        values = values_of_fields(self.previous)
        names = (name for name in SHARED if name not in fields and name in values)
        return [_unwritten(name, values[name]) for name in names]

    def shares_deal(self, fields: dict[str, str]) -> bool:
        """Whether a record with these values is played with the cards of the one before it."""
        previous = self.previous
        if previous is None or previous.deal is None or not any(previous.deal.hands):
            return False
        if "Deal" in fields or not any(name in fields for name in _PLAYED):
            return False
        number = fields.get("Board")
        same = "Dealer" not in fields if number is None else number == previous.number
        return same and not any(
            _differ(fields.get(name), previous.tag(name)) for name in ("Event", "Date")
        )


def _unwritten(name: str, value: str) -> RawTag:
    """A tag that holds for a record without standing in it."""
    return RawTag(name, value, "", "", Token("tag", 0, 0, "", name, value, 0), 0)


def _differ(one: str | None, other: str | None) -> bool:
    return one is not None and other is not None and one != other
