"""A server of its own that games are posted to over one connection."""

import http.client
import json
import urllib.parse

from validate import Server

# Events in one request.
MOST = 500


class Posted(Server):
    def __init__(self, binary):
        super().__init__(binary)
        self.connection = http.client.HTTPConnection(urllib.parse.urlsplit(self.url).netloc, timeout=300)

    def sent(self, method, path, body):
        """The answer; a refusal ends the program with the server's words."""
        self.connection.request(method, path, json.dumps(body), {"content-type": "application/json"})
        answer = self.connection.getresponse()
        text = answer.read().decode()
        if answer.status >= 300:
            raise SystemExit(f"{method} {path}: {answer.status} {text}")
        return json.loads(text)

    def plays(self, game, head, events, players, parameters):
        """Opens a game with these players (`None` is anonymous) and appends all of it."""
        seats = [{} if player is None else {"player": player} for player in players]
        body = {"ruleset": head["ruleset"], "setup": head["setup"], "seats": seats, "parameters": parameters}
        self.sent("PUT", f"/v1/games/{game}", body)
        for at in range(0, len(events), MOST):
            self.sent("POST", f"/v1/games/{game}/events", events[at:at + MOST])
