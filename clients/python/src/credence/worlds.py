"""Sampled worlds: whole assignments of what is hidden, for searches."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

W = TypeVar("W")


class Worlds(Sequence[W], Generic[W]):
    """Worlds as the ruleset's own objects. Average over them as they are, unless `importance` says otherwise."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self.fields = fields
        self._worlds: list[W] = [entry["world"] for entry in fields["worlds"]]

    @property
    def seed(self) -> int:
        """The seed that draws the same worlds again, at the same revision."""
        return int(self.fields["seed"])

    @property
    def revision(self) -> int:
        """After which event."""
        return int(self.fields["revision"])

    @property
    def importance(self) -> list[float] | None:
        """The weight of each world in a mean; None where all count alike."""
        weights = [entry["importance"] for entry in self.fields["worlds"]]
        return None if not weights or weights[0] is None else weights

    @overload
    def __getitem__(self, place: int) -> W: ...
    @overload
    def __getitem__(self, place: slice) -> list[W]: ...
    def __getitem__(self, place: int | slice) -> W | list[W]:
        return self._worlds[place]

    def __len__(self) -> int:
        return len(self._worlds)

    def __repr__(self) -> str:
        return f"{len(self)} worlds at revision {self.revision}, seed {self.seed}"


class WorldArrays(Mapping[str, "NDArray[numpy.unsignedinteger[Any]]"]):
    """Worlds as numbers: for each variable an array with the place, in `domains[variable]`, of its value in each world.

    One matrix holds them all, a row a world and a column a variable, as it came from the server: nothing is copied.
    """

    def __init__(self, content: bytes) -> None:
        import numpy

        end = content.index(b"\n")
        self.fields: Mapping[str, Any] = json.loads(content[:end])
        columns = self.fields["columns"]
        self.variables: list[str] = [column["id"] for column in columns]
        self.domains: dict[str, list[str]] = {column["id"]: column["values"] for column in columns}
        self._place = {name: place for place, name in enumerate(self.variables)}
        count, start = int(self.fields["count"]), end + 1
        #: The weight of each world in a mean; None where all count alike.
        self.importance: NDArray[numpy.float64] | None = None
        if self.fields["weighted"]:
            self.importance = numpy.frombuffer(content, dtype="<f8", count=count, offset=start)
            start += 8 * count
        kind = {1: "u1", 2: "<u2", 4: "<u4"}[self.fields["bytes"]]
        #: A row a world, a column a variable.
        self.matrix: NDArray[numpy.unsignedinteger[Any]] = numpy.frombuffer(content, dtype=kind, count=count * len(columns), offset=start).reshape(
            count, len(columns)
        )

    def __getitem__(self, variable: str) -> NDArray[numpy.unsignedinteger[Any]]:
        return self.matrix[:, self._place[variable]]

    def __repr__(self) -> str:
        return f"{len(self.matrix)} worlds of {len(self)} variables at revision {self.fields['revision']}, seed {self.fields['seed']}"

    def __iter__(self) -> Any:
        return iter(self.variables)

    def __len__(self) -> int:
        return len(self.variables)

    def texts(self, variable: str) -> NDArray[numpy.str_]:
        """The variable's value in each world, as text."""
        import numpy

        texts: NDArray[numpy.str_] = numpy.array(self.domains[variable], dtype=numpy.str_)[self[variable]]
        return texts

    def numbers(self, variable: str) -> NDArray[numpy.int64]:
        """The variable's value in each world as a number: a count, or N of `seat:N`."""
        import numpy

        domain = [int(value.removeprefix("seat:")) for value in self.domains[variable]]
        numbers: NDArray[numpy.int64] = numpy.array(domain, dtype=numpy.int64)[self[variable]]
        return numbers

    def mean(self, variable: str) -> float:
        """The mean of a count over the worlds, weighed by importance where worlds have it.

        Raises:
            ValueError: The values are no counts: a mean of holders says nothing.
        """
        import numpy

        if any(value.startswith("seat:") for value in self.domains[variable]):
            raise ValueError(f"the values of {variable} are seats, and no counts: see `texts` or `numbers` for how often each stands there")
        return float(numpy.average(self.numbers(variable), weights=self.importance))
