"""`python -m credence.demo`: a server of one's own, a theft that nobody saw, and what can be believed about it."""

from __future__ import annotations

from . import local


def main() -> None:
    """Plays a few events of Catan and says what seat 0 believes, and why."""
    with local() as server:
        table = server.catan(me=0, players=["me", "ann", "bob"])
        table.production(gains={1: {"wood": 3, "brick": 2, "ore": 1}})
        table.steal(thief=2, victim=1)
        table.build(seat=1, piece="road")
        table.build(seat=1, piece="road")
        print(f"A server at {server.url}, in memory. Ann got 3 wood, 2 brick and 1 ore; Bob robbed her of a card; she built two roads.")
        value, p = table.belief["seat:2/wood"].top()
        print(f"Bob holds {value} wood with probability {p:.2f}. Why:")
        print(table.why("seat:2/wood"))


if __name__ == "__main__":
    main()
