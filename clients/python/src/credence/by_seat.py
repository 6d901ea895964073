"""What events say of each seat."""

from __future__ import annotations

from collections.abc import ItemsView
from typing import Protocol, TypeVar

Value_co = TypeVar("Value_co", covariant=True)


class BySeat(Protocol[Value_co]):
    """Any mapping whose keys are seats, written as numbers or as texts: `{1: …}` or `{"1": …}`.

    `Mapping[int | str, …]` would not take a `dict[int, …]`, because the keys of a mapping are of one type exactly; and of a union of two mappings, a literal of
    typed dicts could not be inferred.
    """

    def items(self) -> ItemsView[int | str, Value_co]:
        """Each seat, and what is said of it."""
        ...
