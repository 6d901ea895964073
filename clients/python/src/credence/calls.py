"""The requests of the contract, one function a route: paths, parameters and bodies, and nothing that does IO."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .request import PACKED, STREAM, Request, filled, path, texts

Json = Mapping[str, Any]


def listed(name: str, values: Sequence[Any]) -> list[Any]:
    """The values as a list. Text is a sequence of letters to Python, and never what is meant.

    Raises:
        ValueError: it is text.
    """
    if isinstance(values, str | bytes):
        raise ValueError(f"{name}={values!r} is text, and a list is needed: [{values!r}]")
    return list(values)


def open_game(game: str, ruleset: str, players: Sequence[str | None], setup: Json | None, parameters: Json | None, on_contradiction: str | None) -> Request:
    """Opens a game by its name, so that opening it again finds it."""
    seats = [{} if player is None else {"player": player} for player in listed("players", players)]
    return Request("PUT", path("games", game), body=filled(ruleset=ruleset, seats=seats, setup=setup, parameters=parameters, on_contradiction=on_contradiction))


def game(name: str) -> Request:
    """What a game is."""
    return Request("GET", path("games", name))


def report(name: str, observer: str, events: Sequence[Json], if_revision: int | None) -> Request:
    """Appends events, which have ids, and asks for nothing. Notices and refusals are written for the observer; where that is a spectator, for whom the key is."""
    return turn(name, None if observer == "public" else observer, events, (), (), None, if_revision)


def _if_match(revision: int | None) -> dict[str, str]:
    return {} if revision is None else {"if-match": f'"{revision}"'}


def turn(
    name: str,
    observer: str | None,
    events: Sequence[Json],
    variables: Sequence[str] | None,
    queries: Sequence[Json],
    worlds: Json | None,
    if_revision: int | None,
) -> Request:
    """A move in one round trip."""
    body = filled(observer=observer, events=list(events), variables=None if variables is None else listed("variables", variables), worlds=worlds)
    if queries:
        body["queries"] = list(queries)
    return Request("POST", path("games", name, "turn"), body=body, headers=_if_match(if_revision))


def belief(name: str, observer: str, revision: int | None, variables: Sequence[str] | None, etag: str | None) -> Request:
    """A belief; one that is held already is not sent again."""
    chosen = None if variables is None else ",".join(variables)
    return Request("GET", path("games", name, "belief"), texts(observer=observer, revision=revision, variables=chosen), headers=filled(**{"if-none-match": etag}))


def worlds(name: str, observer: str, revision: int | None, count: int, seed: int | None, form: str | None, packed: bool) -> Request:
    """Worlds, as JSON or as numbers."""
    body = filled(observer=observer, revision=revision, count=count, seed=seed, as_=form)
    return Request("POST", path("games", name, "worlds"), body=body, headers={"accept": PACKED} if packed else {})


def queries(name: str, observer: str, revision: int | None, questions: Sequence[Json]) -> Request:
    """Questions of the ruleset."""
    return Request("POST", path("games", name, "queries"), body=filled(observer=observer, revision=revision, queries=list(questions)))


def evidence(name: str, observer: str, revision: int | None, variable: str | None, type: str | None, seat: int | None) -> Request:
    """The timeline."""
    return Request("GET", path("games", name, "evidence"), texts(observer=observer, variable=variable, type=type, seat=seat, revision=revision, limit=1000))


def what_if(name: str, observer: str, revision: int | None, without: Sequence[int], with_: Sequence[Json], parameters: Json | None) -> Request:
    """The belief that would be."""
    body = filled(observer=observer, revision=revision, parameters=parameters)
    return Request("POST", path("games", name, "what-if"), body={**body, "without": list(without), "with": list(with_)})


def curve(name: str, observer: str, revision: int | None, truth: bool | None) -> Request:
    """An observer's uncertainty after each event."""
    return Request("GET", path("games", name, "curve"), texts(observer=observer, revision=revision, truth=truth, limit=1000))


def log(name: str, observer: str, cursor: int | None) -> Request:
    """The log as the observer sees it."""
    return Request("GET", path("games", name, "events"), texts(observer=observer, cursor=cursor, limit=1000))


def stream(name: str, observer: str, from_revision: int | None, after: int | None = None) -> Request:
    """The log as it grows, from a revision on, or after one: a log that ends before that event, because an older copy of it was restored, says so."""
    headers = {"accept": STREAM, **texts(**{"last-event-id": after})}
    return Request("GET", path("games", name, "events", "stream"), texts(observer=observer, from_=from_revision), headers=headers)


def feed(observer: str | None, ruleset: str | None, player: str | None, type: str | None, cursor: str | None, follow: bool) -> Request:
    """The log of all games."""
    parameters = texts(observer=observer, ruleset=ruleset, player=player, type=type, cursor=cursor)
    if follow:
        return Request("GET", path("events", "stream"), parameters, headers={"accept": STREAM})
    return Request("GET", path("events"), {**parameters, "limit": "1000"})


def make_key(role: str, name: str | None, expires: str | None) -> Request:
    """A key; each request makes another one."""
    return Request("POST", path("keys"), body=filled(role=role, name=name, expires=expires), repeatable=False)


def seat_key(game: str, seat: int, name: str | None, expires: str | None) -> Request:
    """A key for a seat; each request makes another one."""
    return Request("POST", path("games", game, "seats", seat, "keys"), body=filled(name=name, expires=expires), repeatable=False)


def retractions(game: str, reporter: str, reason: str) -> Request:
    """Takes back what a key reported. Not repeated by itself: what was taken back once is not taken back twice, but refused."""
    return Request("POST", path("games", game, "retractions"), body={"reporter": reporter, "reason": reason}, repeatable=False)
