"""What the client costs beside raw httpx, and what arrays save beside dicts.

Prints figures and judges none: machines are noisy. `clients/python/check BINARY -s tests/speed.py` runs it.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable

import httpx

import credence
from credence.sync.hearts import Hearts


def spent(*works: Callable[[], object], times: int) -> list[float]:
    """The milliseconds of each that nine of ten runs exceed, taken in turn: what others do on the machine only ever adds."""
    took: list[list[float]] = [[] for _ in works]
    for _ in range(times):
        for place, work in enumerate(works):
            start = time.perf_counter()
            work()
            took[place].append(1000 * (time.perf_counter() - start))
    return [statistics.quantiles(each, n=10)[0] for each in took]


def hearts(server: credence.Server) -> Hearts:
    """A table of Hearts after a deal: 39 cards that are not seen."""
    table = server.hearts(me=0, players=[None] * 4, setup={"pass": ["hold"]})
    table.deal(deal=0, direction="hold", hands={0: ["3C", "5C", "7C", "9C", "JC", "2D", "4D", "6D", "2H", "4H", "3S", "5S", "QS"]})
    return table


def test_a_call_costs_little_beside_raw_httpx(server: credence.Server) -> None:
    table = hearts(server)
    variables, body = ["card:KS"], {"observer": "seat:0", "events": [], "variables": ["card:KS"]}
    with httpx.Client(base_url=server.url, trust_env=False, headers={"accept-encoding": "identity"}) as raw:
        bare, ours = spent(
            lambda: json.loads(raw.post(f"/v1/games/{table.game}/turn", json=body).content)["belief"]["variables"][0]["distribution"],
            lambda: table.turn(variables=variables).belief["card:KS"].top(),
            times=300,
        )
    print(f"raw httpx {bare:.3f} ms, client {ours:.3f} ms, overhead {ours - bare:+.3f} ms")


def test_arrays_are_faster_than_dicts(server: credence.Server) -> None:
    table = hearts(server)
    dicts, arrays = spent(lambda: table.worlds(2000, seed=1), lambda: table.world_arrays(2000, seed=1), times=40)
    print(f"2,000 worlds: dicts {dicts:.1f} ms, arrays {arrays:.1f} ms, {dicts / arrays:.1f} times faster")
