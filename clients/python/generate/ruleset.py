"""The modules of one ruleset: shapes, events, and the class of its table."""

from __future__ import annotations

import keyword
from collections.abc import Iterator, Mapping
from typing import Any

from .schema import Schema, Types, documented

HEADER = '"""{text}\n\nMade from the server\'s /openapi.json by `python -m generate`; change neither by hand.\n"""\n\nfrom __future__ import annotations\n\n'
#: What the class of every table says already.
TAKEN = {"turn", "report", "resume", "note", "retract", "finish", "belief", "worlds", "ask", "why", "stream", "log", "at", "game", "number", "curve", "truth", "event"}


#: What a move may ask, typed by the ruleset. Another form of its worlds has another shape.
TURN = "".join(
    f"""
    @overload{"  # type: ignore[override]" if form == "None = None" else ""}
    async def turn(
        self,
        *events: Event,
        variables: Sequence[str] | None = None,
        queries: Sequence[Query] = (),
        worlds: int = 0,
        seed: int | None = None,
        form: {form},
        if_revision: int | None = None,
    ) -> Turn[{world}, Answer]: ...
"""
    for form, world in (("None = None", "World"), ("str", "Any"))
) + """
    async def turn(self, *events: Event, **asked: Any) -> Any:
        \"\"\"Reports events and asks, in one round trip: for the belief (or the `variables` named), answers to `queries`, and `worlds`.\"\"\"
        return await super().turn(*events, **asked)
"""


def python(name: str) -> str:
    """The server's word as a Python name: a word that is Python's, or the table's own, gets an underscore."""
    return f"{name}_" if keyword.iskeyword(name) or name in TAKEN else name


class Ruleset:
    """One ruleset of the server's document."""

    def __init__(self, key: str, schemas: Mapping[str, Schema]) -> None:
        self.key = key
        self.name = "".join(part.title() for part in key.split("_"))
        self._schemas = schemas
        self._types = Types(schemas, self.name)
        self._text = schemas[f"{self.name}Event"]["description"]
        for part in ("Setup", "Parameters", "Query"):
            self._types.of({"$ref": f"#/{self.name}{part}"}, part, sent=True)
        self._events = list(self._read_events())
        for part in ("Answer", "World"):
            self._types.of({"$ref": f"#/{self.name}{part}"}, part, sent=False)

    def _tagged(self, name: str) -> dict[str, Schema]:
        mapping = self._schemas[f"{self.name}{name}"]["discriminator"]["mapping"]
        return {tag: self._schemas[target.rsplit("/", 1)[-1]] for tag, target in mapping.items()}

    def _read_events(self) -> Iterator[tuple[str, str, list[tuple[str, str, str, bool]]]]:
        for tag, schema in self._tagged("Event").items():
            reference = schema["properties"]["data"]["$ref"].rsplit("/", 1)[-1]
            data = self._schemas[reference]
            yield tag, data.get("description", ""), self._fields(data, self._types.short(reference))

    def _fields(self, schema: Schema, hint: str) -> list[tuple[str, str, str, bool]]:
        required = schema.get("required", ())
        rows = [
            (name, self._types.of(part, hint + name.title().replace("_", ""), True), part.get("description", ""), name in required)
            for name, part in schema.get("properties", {}).items()
            if "const" not in part
        ]
        return sorted(rows, key=lambda row: not row[3])

    def _signature(self, fields: list[tuple[str, str, str, bool]], first: str) -> str:
        parts = [f"{python(name)}: {kind}" if needed else f"{python(name)}: {_optional(kind)} = None" for name, kind, _, needed in fields]
        return ", ".join([first, *(["*"] if parts else []), *parts]).removeprefix(", ")

    def _document(self, text: str, fields: list[tuple[str, str, str, bool]]) -> str:
        body = documented(text, "        ").rstrip("\n")
        if not any(text for _, _, text, _ in fields):
            return body + "\n"
        body = body.removesuffix('"""').rstrip()
        rows = "\n".join(f"            {python(name)}: {text}".replace("\\", "\\\\") for name, _, text, _ in fields if text)
        return f'{body}\n\n        Args:\n{rows}\n        """\n'

    def shapes(self) -> str:
        """The module of its types."""
        head = HEADER.format(text=f"The shapes of {self.key}: setup, parameters, questions, answers and worlds.")
        head += "from collections.abc import Mapping, Sequence\nfrom typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict\n\n"
        head += "from ..by_seat import BySeat\n\n" if any("BySeat[" in text for text in self._types.written.values()) else ""
        head += "if TYPE_CHECKING:\n    from typing_extensions import NotRequired\n\n__all__ = [" + ", ".join(f'"{name}"' for name in self._types.written) + "]\n"
        head += "_ = (Mapping, Sequence, Any)\n"
        return head + "".join(f"\n\n{text}" for text in self._types.written.values() if text)

    def events(self) -> str:
        """The module that makes its events."""
        out = HEADER.format(text=f"The events of {self.key}, made and not yet reported.")
        out += "from collections.abc import Mapping, Sequence\nfrom typing import TYPE_CHECKING, Any\n\nfrom ..by_seat import BySeat\nfrom ..event import Event, event\n\n"
        out += f"if TYPE_CHECKING:\n    from ..shapes.{self.key} import {self._imports()}\n\n__all__ = [\"{self.name}Events\"]\n_ = (Any, BySeat, Mapping, Sequence)\n\n\n"
        out += f"class {self.name}Events:\n{documented(self._text + ': its events, for `report`, `turn` and `what_if`.', '    ')}"
        for tag, text, fields in self._events:
            given = ", ".join([f'"{tag}"', *(f"{name}={python(name)}" for name, _, _, _ in fields if not keyword.iskeyword(name))])
            given += "".join(f', **{{"{name}": {python(name)}}}' for name, _, _, _ in fields if keyword.iskeyword(name))
            out += f"\n    @staticmethod\n    def {python(tag)}({self._signature(fields, '')}) -> Event:\n{self._document(text, fields)}"
            out += f"        return event({given})\n"
        return out

    def _imports(self, *more: str) -> str:
        used = " ".join(kind for _, _, fields in self._events for _, kind, _, _ in fields)
        words = set("".join(letter if letter.isalnum() or letter == "_" else " " for letter in used).split())
        return ", ".join(sorted({name for name in self._types.written if name in words} | set(more))) or "Setup"

    def table(self) -> str:
        """The module of its table's class, in the async colour."""
        queries = self._tagged("Query")
        shapes = {"World", "Query", "Answer", *(self._types.short(name) for name in self._answer_names())}
        asked = {tag: self._fields(schema, "Query") for tag, schema in queries.items()}
        words = " ".join(kind for fields in asked.values() for _, kind, _, _ in fields)
        used = {name for name in self._types.written if name in "".join(c if c.isalnum() or c == "_" else " " for c in words).split()}
        out = HEADER.format(text=f"A table of {self.key}.")
        out += "from collections.abc import Coroutine, Mapping, Sequence\nfrom typing import TYPE_CHECKING, Any, Literal, overload\n\n"
        out += "from ..answers import Appended, Turn\nfrom ..by_seat import BySeat\nfrom ..event import Event\n"
        out += f"from ..events.{self.key} import {self.name}Events\nfrom .table import AsyncTable\n\n"
        out += f"if TYPE_CHECKING:\n    from ..shapes.{self.key} import {self._imports(*shapes, *used)}\n\n__all__ = [\"Async{self.name}\"]\n_ = (Any, BySeat, Mapping, Sequence)\n\n\n"
        out += f"class Async{self.name}(AsyncTable[\"World\"]):\n{documented(self._text + '.', '    ')}\n"
        out += f'    ruleset = "{self.key}"\n    #: Makes events without reporting them.\n    event = {self.name}Events\n'
        for tag, text, fields in self._events:
            given = ", ".join(f"{python(name)}={python(name)}" for name, _, _, _ in fields)
            # No `async def`: the event is made at the call, and not when it is first awaited.
            out += f"\n    def {python(tag)}({self._signature(fields, 'self')}) -> Coroutine[Any, Any, Appended]:\n{self._document('Reports: ' + text, fields)}"
            out += f"        return self.report({self.name}Events.{python(tag)}({given}))\n"
        out += TURN
        for tag, fields in asked.items():
            signature = self._signature(fields, f'self, type: Literal["{tag}"], /')
            answer = self._types.short(self._schemas[f"{self.name}Answer"]["discriminator"]["mapping"][tag].rsplit("/", 1)[-1])
            out += f"\n    @overload\n    async def ask({signature}) -> {answer}: ...\n" if len(asked) > 1 else ""
        out += "\n    async def ask(self, type: str, /, **question: Any) -> Any:  # type: ignore[override]\n"
        out += f'        """Asks one of the questions {", ".join(asked)}."""\n        return await super().ask(type, **question)\n'
        return out.replace("    @overload\n    async def ask(", "    @overload  # type: ignore[override]\n    async def ask(", 1).replace("Any:  # type: ignore[override]", "Any:")

    def _answer_names(self) -> list[str]:
        return [str(target).rsplit("/", 1)[-1] for target in self._schemas[f"{self.name}Answer"]["discriminator"]["mapping"].values()]

    def opening(self) -> str:
        """The method of a server that opens or joins one."""
        return f'''
    async def {self.key}(
        self,
        *,
        me: SupportsIndex | str | None = None,
        players: Sequence[str | None] | None = None,
        game: str | None = None,
        setup: {self.key}_shapes.Setup | None = None,
        parameters: {self.key}_shapes.Parameters | None = None,
        on_contradiction: {self._types.of(self._schemas["OnContradiction"], "", sent=True)} | None = None,
        author: str | None = None,
    ) -> Async{self.name}:
        """Opens a game of {self.key}, or joins `game` where `players` is left out.

        Args:
            me: The seat, from 0, or `referee`, for which this bot reports and asks; a spectator if left out.
            players: Who sits where; None is an anonymous player.
            game: The game's id. Named, a bot that starts again finds its game.
            setup: The table's rules, where they are not the usual ones.
            parameters: What is chosen of the model.
            on_contradiction: What becomes of an event that cannot be true: it is refused (`reject`, as it is where this is left out), or taken and left out of beliefs
                (`quarantine`).
            author: Who reports, where several programs report for one seat.
        """
        return await self._open(Async{self.name}, me, players, game, _plain(setup), _plain(parameters), on_contradiction, author)
'''


def _optional(kind: str) -> str:
    return kind if "None" in kind.split(" | ") or kind == "Any" else f"{kind} | None"


def openings(rulesets: list[Ruleset]) -> str:
    """The module of a server's methods that open games."""
    out = HEADER.format(text="How a server opens a game of each ruleset.")
    out += "from collections.abc import Mapping, Sequence\nfrom typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeVar\n\n"
    out += "".join(f"from .{one.key} import Async{one.name}\n" for one in rulesets) + "from .table import AsyncTable\n\n"
    out += "if TYPE_CHECKING:\n" + "".join(f"    from ..shapes import {one.key} as {one.key}_shapes\n" for one in rulesets)
    out += '\nT = TypeVar("T", bound=AsyncTable[Any])\n\n\nclass AsyncRulesets:\n    """A method a ruleset."""\n\n    kinds: Mapping[str, type[AsyncTable[Any]]] = {'
    out += ", ".join(f'"{one.key}": Async{one.name}' for one in rulesets) + "}\n"
    out += """
    async def _open(
        self,
        kind: type[T],
        me: SupportsIndex | str | None,
        players: Sequence[str | None] | None,
        game: str | None,
        setup: Mapping[str, Any] | None,
        parameters: Mapping[str, Any] | None,
        on_contradiction: str | None,
        author: str | None,
    ) -> T:
        raise NotImplementedError
"""
    out += "".join(one.opening() for one in rulesets)
    return out + "\n\ndef _plain(shape: Any) -> Mapping[str, Any] | None:\n    given: Mapping[str, Any] | None = shape\n    return given\n"
