"""What an observer believes about everything hidden."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from . import html


class Variable:
    """One hidden thing: the holder of a card, a count in a hand, the rank of a card in a row."""

    __slots__ = ("_fields", "_chances")

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._fields = fields
        self._chances: dict[str, float] | None = None

    @property
    def id(self) -> str:
        """Where the hidden thing is now: `card:QS`, `seat:2/wood`."""
        return str(self._fields["id"])

    @property
    def known(self) -> bool:
        """Whether only one value is left."""
        return bool(self._fields["known"])

    @property
    def seat(self) -> int | None:
        """The seat that it is about, where it is about one."""
        seat: int | None = self._fields.get("seat")
        return seat

    @property
    def expected(self) -> float | None:
        """The expected number, where values are numbers."""
        expected: float | None = self._fields.get("expected")
        return expected

    @property
    def entropy_bits(self) -> float:
        """How much is not known, in bits."""
        return float(self._fields["entropy_bits"])

    @property
    def confidence(self) -> float:
        """1 where it is known, 0 where every value that the counts allow is as likely."""
        return float(self._fields["confidence"])

    @property
    def fields(self) -> Mapping[str, Any]:
        """All that the server said of it."""
        return self._fields

    @property
    def chances(self) -> Mapping[str, float]:
        """The probability of each value, in their natural order."""
        if self._chances is None:
            self._chances = {str(entry["value"]): float(entry["p"]) for entry in self._fields["distribution"]}
        return self._chances

    def p(self, value: object) -> float:
        """The probability of a value. A number stands for its text, and for a card's holder (`p(2)`) also for `seat:2`."""
        chances = self.chances
        text = str(value)
        if text not in chances and isinstance(value, int):
            text = f"seat:{value}"
        return chances.get(text, 0.0)

    def top(self) -> tuple[str, float]:
        """The likeliest value and its probability."""
        return max(self.chances.items(), key=lambda chance: chance[1])

    def __iter__(self) -> Iterator[tuple[str, float]]:
        return iter(self.chances.items())

    def __repr__(self) -> str:
        return f"{self.id}: " + ", ".join(f"{value} {p:.3f}" for value, p in self)


class Belief(Mapping[str, Variable]):
    """An observer's posterior at one revision: a map from a variable's id to the variable."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self.fields = fields
        self._variables = {str(entry["id"]): Variable(entry) for entry in fields["variables"]}

    @property
    def revision(self) -> int:
        """After which event."""
        return int(self.fields["revision"])

    @property
    def observer(self) -> str:
        """Whose."""
        return str(self.fields["observer"])

    @property
    def method(self) -> str:
        """How it was worked out: `exact`, `factored`, `capped`, `sampled` or `restarted`."""
        return str(self.fields["method"])

    @property
    def entropy_bits(self) -> float:
        """How much is hidden, summed over variables, in bits."""
        return float(self.fields["entropy_bits"])

    @property
    def hash(self) -> str:
        """Equal beliefs have equal hashes, on any server."""
        return str(self.fields["hash"])

    @property
    def detail(self) -> Mapping[str, Any]:
        """What the ruleset says beside the variables."""
        detail: Mapping[str, Any] = self.fields["detail"]
        return detail

    @property
    def quarantined(self) -> list[Mapping[str, Any]]:
        """The events that this belief leaves out, and why."""
        return list(self.fields["quarantined"])

    def unknown(self) -> list[Variable]:
        """The variables that are not known yet, the least known first."""
        return sorted((v for v in self._variables.values() if not v.known), key=lambda v: -v.entropy_bits)

    def __getitem__(self, id: str) -> Variable:
        try:
            return self._variables[id]
        except KeyError:
            like = [known for known in self._variables if known.split(":")[0].split("/")[0] == id.split(":")[0].split("/")[0]]
            raise KeyError(f"the belief at revision {self.revision} has no variable {id!r}; it has {', '.join((like or list(self._variables))[:8]) or 'none'}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._variables)

    def __len__(self) -> int:
        return len(self._variables)

    def __repr__(self) -> str:
        unknown = self.unknown()
        shown = "\n".join(f"  {variable!r}" for variable in unknown[:10])
        return f"Belief of {self.observer} at revision {self.revision} ({self.method}): {self.entropy_bits:.2f} bits in {len(unknown)} of {len(self)} variables\n{shown}"

    def _repr_html_(self) -> str:
        rows = [
            [html.text(v.id), html.bars([(value, p) for value, p in v if p > 0]), f"{v.entropy_bits:.2f}", "" if v.expected is None else f"{v.expected:.2f}"]
            for v in self.unknown()
        ]
        known = len(self) - len(rows)
        caption = f"{self.observer}, revision {self.revision}, {self.method}: {self.entropy_bits:.2f} bits; {known} known"
        return html.table(caption, ["variable", "believed", "bits", "expected"], rows)

    def surprise(self, id: str, value: object) -> float:
        """How surprising it would be, in bits, if this variable had this value."""
        p = self[id].p(value)
        return math.inf if p == 0 else -math.log2(p)
