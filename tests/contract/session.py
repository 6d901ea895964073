"""What a generated Python client has to get right: unions are told apart by their tags, both ways."""

from client.models import (
    CatanConfidenceAnswer,
    CatanSteal,
    CatanStealEvent,
    CatanStealView,
    CatanTurnAnswer,
    ContradictionProblem,
    EventList,
    HiddenEvent,
)

steal = CatanStealEvent(type_="steal", data=CatanSteal(thief=2, victim=1))
assert steal.to_dict() == {"type": "steal", "data": {"thief": 2, "victim": 1}}, steal.to_dict()

time = "2026-01-02T03:04:05Z"
log = EventList.from_dict(
    {
        "items": [
            {"revision": 1, "hidden": True},
            {"revision": 2, "id": "a", "type": "steal", "time": time, "data": {"thief": 2, "victim": 1}},
        ]
    }
)
assert isinstance(log.items[0], HiddenEvent), log.items[0]
assert isinstance(log.items[1], CatanStealView), log.items[1]

# A question without an answer is null in a turn, whose events stand.
answers = [None, {"type": "confidence", "confidence": 0.5, "entropy_bits": 1.0}]
turn = CatanTurnAnswer.from_dict({"game": "g", "ruleset": "catan", "revision": 2, "appended": [], "answers": answers})
assert turn.answers[0] is None and isinstance(turn.answers[1], CatanConfidenceAnswer), turn.answers

refused = ContradictionProblem.from_dict(
    {
        "type": "/problems/contradiction",
        "title": "No world is left",
        "status": 422,
        "detail": "seat 2 cannot pay",
        "pointer": "",
        "revision": 4,
        "evidence": [2],
    }
)
assert refused.evidence == [2]
