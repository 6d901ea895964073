"""One game: reporting, believing, asking."""

from __future__ import annotations

import pytest

import credence
from credence.events.catan import CatanEvents
from credence.sync.catan import Catan


def test_a_belief_is_a_map_of_variables(table: Catan) -> None:
    table.build(seat=1, piece="road")
    table.build(seat=1, piece="road")
    belief = table.belief
    wood = belief["seat:2/wood"]
    value, p = wood.top()
    assert value == "1" and p == pytest.approx(0.75)
    assert wood.p(0) == pytest.approx(0.25) and wood.p("7") == 0
    assert dict(wood) == wood.chances and wood.expected == pytest.approx(0.75) and wood.seat == 2
    assert "seat:2/wood" in belief and len(belief) == len(list(belief)) > 20
    assert {variable.id for variable in belief.unknown()} == {"seat:1/wood", "seat:1/ore", "seat:2/wood", "seat:2/ore"}
    assert belief.surprise("seat:2/wood", 0) == pytest.approx(2)
    assert belief.method == "exact" and belief.revision == 4 and belief.observer == "seat:0"
    with pytest.raises(KeyError, match="seat:9/wood.*seat:0/wood"):
        belief["seat:9/wood"]


def test_a_belief_that_did_not_change_is_the_same_object(table: Catan) -> None:
    belief = table.belief
    assert table.belief is belief
    table.build(seat=1, piece="road")
    assert table.belief is not belief


def test_a_turn_is_one_round_trip(table: Catan) -> None:
    turn = table.turn(
        table.event.build(seat=1, piece="road"), variables=["seat:2/*"], queries=[{"type": "can_afford", "seat": 1, "piece": "city"}], worlds=5, seed=1
    )
    assert turn.appended.revision == turn.belief.revision == turn.worlds.revision == 3
    assert all(id.startswith("seat:2/") for id in turn.belief) and len(turn.worlds) == 5
    answer = turn.answers[0]
    assert answer is not None and answer["type"] == "can_afford" and answer["p"] == 0 and turn.worlds[0]["hands"]["1"]
    assert table.number == 3 and table.turn().belief.revision == 3 and table.number == 3


def test_a_turn_may_name_the_revision_that_it_follows(table: Catan) -> None:
    with pytest.raises(credence.RevisionMoved) as moved:
        table.turn(table.event.build(seat=1, piece="road"), if_revision=1)
    assert moved.value.revision == table.number == 2
    assert table.turn(table.event.build(seat=1, piece="road"), if_revision=2).appended.revision == 3


def test_what_a_turn_asks_is_typed(server: credence.Server, table: Catan) -> None:
    # That these are needed, mypy sees to.
    with pytest.raises(credence.Malformed, match="can_aford"):
        table.turn(queries=[{"type": "can_aford", "seat": 2}])  # type: ignore[misc, list-item]
    hearts = server.hearts(me=0, players=[None] * 4, setup={"pass": ["hold"]})
    hearts.deal(deal=0, direction="hold", hands={0: [f"{rank}C" for rank in "23456789TJQKA"]})
    deal = hearts.turn(worlds=1, form="deal").worlds[0]
    now = hearts.turn(worlds=1).worlds[0]
    assert "passes" in deal and "passes" not in now


def test_questions_are_typed_and_answered(table: Catan) -> None:
    answer = table.ask("steal_outcome", thief=0, victim=1)
    assert answer["nothing"] == 0 and sum(p for p in answer["distribution"].values() if isinstance(p, float)) == pytest.approx(1)
    one, other = table.ask_all({"type": "can_afford", "seat": 1, "piece": "road"}, {"type": "confidence", "seat": 1})
    assert one["type"] == "can_afford" and other["type"] == "confidence"


def test_worlds_are_dicts_or_arrays_of_the_same_draws(table: Catan) -> None:
    worlds = table.worlds(500, seed=3)
    arrays = table.world_arrays(500, seed=3)
    assert worlds.seed == 3 and worlds.importance is None and arrays.importance is None
    assert [world["hands"]["2"].get("wood", 0) for world in worlds] == list(arrays.numbers("seat:2/wood"))
    assert set(arrays.texts("seat:2/wood")) == {"0", "1"} and 0.4 < arrays.mean("seat:2/wood") < 0.6
    assert arrays.matrix.shape == (500, len(arrays))
    assert worlds[1:3] == list(worlds)[1:3]


def test_why_is_text_and_html(table: Catan) -> None:
    table.build(seat=1, piece="road")
    table.build(seat=1, piece="road")
    why = table.why("seat:2/wood")
    assert str(why) == (
        "revision 2     steal            Seat 2 stole a card from seat 1.\n"
        "                {0: 1.000} -> {0: 0.500, 1: 0.500}\n"
        "revision 4     build            Seat 1 held 1 wood and 1 brick: it paid that for a road.   0.58 bits\n"
        "                {0: 0.500, 1: 0.500} -> {0: 0.250, 1: 0.750}"
    )
    assert why[-1].revision == 4 and why[-1].strength == "hard"
    assert "paid that for a road" in why._repr_html_() and "seat:2/wood" in table.belief._repr_html_()
    assert "<script>" not in credence.Timeline([], "<script>")._repr_html_()
    assert len(table.curve()) == 5 and "bits" in table.curve()._repr_html_()


def test_what_if_changes_nothing(table: Catan) -> None:
    before = table.belief
    assert table.what_if(without=[2])["seat:2/wood"].p(0) == 1
    assert table.what_if(CatanEvents.build(seat=2, piece="road")).quarantined[0]["type"] == "build"
    assert table.what_if(parameters={"soft_weight": 0}).revision == 2
    assert table.belief.hash == before.hash and table.number == 2


def test_other_eyes_and_other_times(table: Catan) -> None:
    assert table.at(1).belief["seat:2/wood"].known and not table.belief["seat:2/wood"].known
    assert table.seen_by(2).belief.observer == "seat:2" and table.seen_by("public").observer == "public"
    with pytest.raises(ValueError, match="as it was at revision 1"):
        table.at(1).build(seat=1, piece="road")


def test_a_misreading_is_put_right(table: Catan) -> None:
    table.retract(2, "it was seat 0", instead=table.event.steal(thief=0, victim=1, resource="wood"))
    assert table.belief["seat:0/wood"].p(1) == 1
    table.note("well")
    table.finish()
    with pytest.raises(credence.GameFinished):
        table.steal(thief=2, victim=1)


def test_the_log_is_read_to_its_end(server: credence.Server) -> None:
    table = server.liars_dice(me="referee", players=[None, None])
    for batch in range(3):
        table.report(*(credence.Event("note", {"text": f"{batch} {number}"}) for number in range(700)))
    assert [entry.revision for entry in table.log()] == list(range(2101))
    assert table.recorded() == table.number == 2100
    assert [entry.revision for entry in table.log(from_revision=2099)][-2:] == [2099, 2100]


def test_words_that_are_pythons_have_an_underscore(server: credence.Server) -> None:
    table = server.hearts(me=0, players=["me", None, None, None])
    hand = [f"{rank}C" for rank in "23456789TJQKA"]
    table.deal(deal=0, direction="left", hands={0: hand})
    table.pass_(seat=0, to=1, cards=hand[:3])
    assert table.event.receive(seat=0, from_=3, cards=["2D", "3D", "4D"]).data["from"] == 3
    assert table.belief["card:2C"].p(0) == 1 and table.belief["card:2D"].p(2) > 0.2 and table.belief["card:2D"].top()[0] != "seat:0"
    assert len(table.worlds_as("deal", 3)) == 3
    catan = server.catan(me=0, players=["me", "ann"])
    assert catan.turn_(seat=0, dice=8).revision == 1
