"""Events of a game as they are written down: players that watch are told of each."""


class Told(list):
    """A list that tells each player with `watches(event, seat)` of what is appended."""

    def __init__(self, players):
        super().__init__()
        self.watching = [(seat, player) for seat, player in enumerate(players) if hasattr(player, "watches")]

    def append(self, event):
        super().append(event)
        for seat, player in self.watching:
            player.watches(event, seat)

    def extend(self, events):
        for event in events:
            self.append(event)
