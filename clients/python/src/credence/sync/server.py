# Made from ../aio/server.py by `python -m generate`: change that one.
"""A server: its games, players and keys."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, SupportsIndex, TypeVar

from .. import calls
from ..answers import LogEvent, log_event
from ..errors import Unavailable
from ..observer import named
from ..process import Process
from ..request import Request, path, texts
from .connection import QUIET_SECONDS, Connection
from .pages import items
from .rulesets import Rulesets
from .streams import follow
from .table import Table

T = TypeVar("T", bound=Table[Any])


class Server(Rulesets):
    """A server: its games, players and keys. `connect` and `local` make one."""

    def __init__(self, url: str, key: str | None = None, patience: float = 30.0, timeout: float = QUIET_SECONDS, process: Process | None = None) -> None:
        self._connection = Connection(url, key, patience, timeout)
        self._process = process

    @property
    def url(self) -> str:
        """Where it is."""
        return self._connection.url

    def __enter__(self) -> Server:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connection, and stops the server where `local` started it."""
        try:
            self._connection.close()
        finally:
            if self._process is not None:
                self._process.stop()

    # Games

    def _open(
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
        if players is None:
            if game is None:
                raise ValueError("name the `players` to open a game, one a seat (None is an anonymous one), or the `game` to join one that is open")
            standing = (self._connection.send(calls.game(game))).json("ruleset", "seats")
            hosted = standing["ruleset"]
            if hosted != kind.ruleset:
                raise ValueError(f"the game {game} is one of {hosted}, not of {kind.ruleset}: join it with `server.{hosted}(game={game!r}, …)`")
            observer = named(me, len(standing["seats"]))
        else:
            observer = named(me, len(players))
            # A name of its own makes opening safe to repeat, where a name of the server's would open a second game.
            game = game or str(uuid.uuid4())
            (self._connection.send(calls.open_game(game, kind.ruleset, players, setup, parameters, on_contradiction))).json("game")
        return kind(self._connection, game, observer, author)

    def table(self, game: str, me: SupportsIndex | str | None = None) -> Table[Any]:
        """Joins a game of any ruleset, as the seat of that number, `referee`, or a spectator if left out.

        Raises:
            ValueError: there is no such seat at the table.
        """
        named(me)
        standing = (self._connection.send(calls.game(game))).json("ruleset", "seats")
        return self.kinds.get(standing["ruleset"], Table)(self._connection, game, named(me, len(standing["seats"])))

    def games(
        self, *, ruleset: str | None = None, player: str | None = None, status: str | None = None, since: str | None = None
    ) -> Iterator[Mapping[str, Any]]:
        """All games, by ruleset, player, `open` or `finished`, and since when."""
        for game in items(self._connection, Request("GET", path("games"), texts(ruleset=ruleset, player=player, status=status, since=since, limit=1000))):
            yield game

    def events(
        self, *, observer: str | None = None, ruleset: str | None = None, player: str | None = None, type: str | None = None, cursor: str | None = None
    ) -> Iterator[LogEvent]:
        """The events of all games in the order in which they were recorded; `event.fields["cursor"]` is where to go on later."""
        for entry in items(self._connection, calls.feed(observer, ruleset, player, type, cursor, False)):
            yield log_event(entry)

    def stream(
        self, *, observer: str | None = None, ruleset: str | None = None, player: str | None = None, type: str | None = None, cursor: str | None = None
    ) -> Iterator[LogEvent]:
        """The same as they come, without end."""
        for entry in follow(self._connection, calls.feed(observer, ruleset, player, type, cursor, True)):
            yield log_event(entry)

    def rulesets(self) -> list[Mapping[str, Any]]:
        """What is hosted."""
        return [entry for entry in items(self._connection, Request("GET", path("rulesets")))]

    # Players

    def players(self) -> Iterator[Mapping[str, Any]]:
        """Everybody who is remembered."""
        for player in items(self._connection, Request("GET", path("players"), {"limit": "1000"})):
            yield player

    def ruleset(self, ruleset: str) -> Mapping[str, Any]:
        """What a ruleset says of itself: schemas, the behaviours that it learns, and what the players of this log taught together."""
        described: Mapping[str, Any] = (self._connection.send(Request("GET", path("rulesets", ruleset)))).json("ruleset")
        return described

    def player(self, player: str, *, revision: int | None = None) -> Mapping[str, Any]:
        """A player, and what is known of them, by ruleset; or what was known at a `player_revision` of the history."""
        request = Request("GET", path("players", player), texts(revision=revision))
        known: Mapping[str, Any] = (self._connection.send(request)).json("player")
        return known

    def name_player(self, player: str, display_name: str) -> None:
        """Gives a player a name to show."""
        (self._connection.send(Request("PUT", path("players", player), body={"display_name": display_name}))).json("player")

    def history(
        self, player: str, *, ruleset: str | None = None, game: str | None = None, tendency: str | None = None, context: str | None = None
    ) -> Iterator[Mapping[str, Any]]:
        """Every settled observation of a player's conduct, newest first: all of them, or those of a ruleset, a game, a behaviour, a situation."""
        wanted = texts(limit="1000", ruleset=ruleset, game=game, tendency=tendency, context=context)
        for entry in items(self._connection, Request("GET", path("players", player, "history"), wanted)):
            yield entry

    def forget(self, player: str) -> None:
        """Erases a player's name and conduct. Asked twice, it is done once."""
        self._connection.send(Request("DELETE", path("players", player)))

    # Keys

    def make_key(self, role: Literal["admin", "referee", "reader"], *, name: str | None = None, expires: str | None = None) -> str:
        """Makes a key, which is shown this once; one for a seat is made by `table.seat_key(seat)`."""
        return str((self._connection.send(calls.make_key(role, name, expires))).json("key")["key"])

    def keys(self) -> Iterator[Mapping[str, Any]]:
        """All keys, without what is secret of them."""
        for key in items(self._connection, Request("GET", path("keys"))):
            yield key

    def revoke(self, key: str) -> None:
        """Revokes a key by its id."""
        self._connection.send(Request("DELETE", path("keys", key)))

    def caller(self) -> Mapping[str, Any]:
        """What the key of this connection allows."""
        caller: Mapping[str, Any] = (self._connection.send(Request("GET", path("caller")))).json("role")
        return caller

    def ready(self) -> bool:
        """Whether the server can reach its log and, unless it only reads, takes events. It waits for that as long as the connection is patient; a server
        that does not answer at all is `Unreachable`."""
        try:
            (self._connection.send(Request("GET", "/health/ready"))).json("status")
        except Unavailable:
            return False
        return True

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._connection.shown}>"


def connect(url: str = "http://127.0.0.1:7420", *, key: str | None = None, patience: float = 30.0, timeout: float = QUIET_SECONDS) -> Server:
    """Connects to a server. `patience` is for how many seconds, from its first failure, a request is tried again where that is safe; `timeout` is after
    how many seconds of silence it has failed. It is longer than a server thinks about one request (60 seconds, unless its `request_seconds` says otherwise):
    so what is not ready by then is answered with that, and not given up just before.

    Raises:
        ValueError: the address is none, the key cannot be sent, or a time is no length of time.
    """
    return Server(url, key, patience, timeout)


def local(*, database: str = "sqlite::memory:", program: Path | None = None, patience: float = 30.0) -> Server:
    """Starts a server on a free port, for throwaway use unless a `database` is named; it stops when this process ends, or at `close`.

    On Linux and macOS an interrupt of this process (Ctrl-C, or Jupyter's) does not reach it.

    The program is the wheel's, or what `CREDENCE_BIN` names, or stands on the path or in a checkout's `target`. It blocks for the
    moment that the program takes to start.
    """
    process = Process(database, program=program)
    assert process.url is not None
    return Server(process.url, None, patience, QUIET_SECONDS, process)
