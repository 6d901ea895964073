"""A server that scores each game as it finishes: what its own `/metrics` count of one game."""

import http.client
import json
import re
import time
import urllib.parse

from validate import Server

# A line of `/metrics` that tells of scores: a name, labels, a number.
LINE = re.compile(r"(credence_(?:scored|scores|served|came)_[a-z_]+)(?:\{([^}]*)\})? (\S+)$")
TENTHS = 10
# Events in one request.
MOST = 500


class ScoredServer(Server):
    """Games are posted to it over HTTP; a finished one is scored by the server, with the profiles and the population that it was opened with."""

    def __init__(self, binary):
        super().__init__(binary)
        self.connection = http.client.HTTPConnection(urllib.parse.urlsplit(self.url).netloc, timeout=300)
        self.settled = {}

    def asked(self, method, path, body=None):
        self.connection.request(method, path, None if body is None else json.dumps(body), {"content-type": "application/json"})
        answer = self.connection.getresponse()
        text = answer.read().decode()
        if answer.status >= 300:
            raise SystemExit(f"{method} {path}: {answer.status} {text}")
        return text

    def plays(self, game, head, events, players, parameters, finishes=False):
        """Opens a game with these players (`None` is anonymous) and appends all of it."""
        seats = [{} if player is None else {"player": player} for player in players]
        body = {"ruleset": head["ruleset"], "setup": head["setup"], "seats": seats, "parameters": parameters}
        self.asked("PUT", f"/v1/games/{game}", body)
        events = events + [{"type": "finish", "data": {}}] * finishes
        for at in range(0, len(events), MOST):
            self.asked("POST", f"/v1/games/{game}/events", events[at:at + MOST])

    def counted(self):
        """Sums over all games that were scored so far: bits, items, and the tenths of the calibration."""
        sums = {}
        for line in self.asked("GET", "/metrics").splitlines():
            found = LINE.match(line)
            if found:
                labels = dict(label.split("=") for label in (found[2] or "of=all").replace('"', "").split(","))
                sums[found[1], labels.get("by") or labels.get("tenth")] = float(found[3])
        return sums

    def scores(self, game, head, events, players, parameters):
        """Plays a game to its end, and gives what it added. The server scores it while nobody waits, so that its counters are asked until they
        moved and then stood still."""
        before = self.settled
        self.plays(game, head, events, players, parameters, finishes=True)
        added = lambda name, label=None: self.settled.get((name, label), 0.0) - before.get((name, label), 0.0)
        while True:
            last, self.settled = self.settled, self.counted()
            if added("credence_scores_passed_over_total"):
                raise SystemExit(f"{game} was passed over: the server was still busy with the one before")
            if self.settled != before and last == self.settled:
                break
            time.sleep(0.01)
        tenths = [
            [added("credence_served_probabilities_total", str(tenth)), added("credence_served_probability_sum", str(tenth)),
             added("credence_came_true_total", str(tenth))]
            for tenth in range(TENTHS)
        ]
        return {
            "items": added("credence_scored_items_total"),
            "served": added("credence_scored_bits", "served"),
            "hard": added("credence_scored_bits", "hard_facts"),
            "tenths": tenths,
        }
