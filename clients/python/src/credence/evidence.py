"""Why something is believed: what each event did to one belief."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from . import html


class Evidence:
    """What one event did to one belief."""

    __slots__ = ("fields", "_variable")

    def __init__(self, fields: Mapping[str, Any], variable: str | None = None) -> None:
        self.fields = fields
        self._variable = variable

    @property
    def revision(self) -> int:
        """The event's place in the log."""
        return int(self.fields["revision"])

    @property
    def type(self) -> str:
        """The kind of evidence, in the ruleset's words."""
        return str(self.fields["type"])

    @property
    def strength(self) -> str:
        """`hard` struck worlds, `soft` shifted weight, `transition` moved things."""
        return str(self.fields["strength"])

    @property
    def corrected_by(self) -> int | None:
        """The revision of the retraction that put what stands there now in the event's place, where one did."""
        return self.fields.get("corrected_by")

    @property
    def summary(self) -> str:
        """One sentence for people."""
        return str(self.fields["summary"])

    @property
    def gain_bits(self) -> float:
        """How far the whole belief moved, in bits."""
        return float(self.fields["information_gain_bits"])

    @property
    def surprisal_bits(self) -> float:
        """How surprising the event was, in bits."""
        return float(self.fields["surprisal_bits"])

    def before(self, variable: str) -> Mapping[str, float]:
        """The variable's distribution before the event."""
        return dict(self.fields["before"].get(variable, {}))

    def after(self, variable: str) -> Mapping[str, float]:
        """The variable's distribution after the event."""
        return dict(self.fields["after"].get(variable, {}))

    def __str__(self) -> str:
        bits = f"   {self.gain_bits:.2f} bits" if self.gain_bits else ""
        corrected = "" if self.corrected_by is None else f"   (as revision {self.corrected_by} corrected it)"
        lines = [f"revision {self.revision:<5} {self.type:<16} {self.summary}{bits}{corrected}"]
        if self._variable is not None and self._variable in self.fields["after"]:
            lines.append(f"                {_chances(self.before(self._variable))} -> {_chances(self.after(self._variable))}")
        return "\n".join(lines)

    __repr__ = __str__


class Timeline(list[Evidence]):
    """Evidence in the order of the events; printed, it reads as `credence why` prints it."""

    def __init__(self, evidence: Iterable[Evidence], variable: str | None = None) -> None:
        super().__init__(evidence)
        self.variable = variable

    def __str__(self) -> str:
        return "\n".join(map(str, self)) or "Nothing changed it yet."

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = []
        for piece in self:
            after = piece.after(self.variable) if self.variable else {}
            rows.append([str(piece.revision), html.text(piece.strength), html.text(piece.summary), f"{piece.gain_bits:.2f}", html.bars(after.items()) if after else ""])
        return html.table(self.variable or "timeline", ["revision", "strength", "what it tells", "bits", "believed after"], rows)


def _chances(distribution: Mapping[str, float]) -> str:
    return "{" + ", ".join(f"{value}: {p:.3f}" for value, p in distribution.items()) + "}"
