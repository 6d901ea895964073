"""A search player of Vinto: its own Monte-Carlo over worlds that it deals out itself, uniform over the ranks that it has not seen."""

from vinto_players import Low
from vinto_table import ACTIONS, VALUE


class Search(Low):
    """Tries each move for its drawn card, and calling, in `worlds` sampled worlds. The rest of a round is played out in short: each seat in
    turn swaps its highest card that it has seen, or else an unseen one, for a lower draw; `rounds` times around. Looks, tosses and
    declarations are those of `Low`."""

    def __init__(self, *seed, worlds=24, rounds=2, **manner):
        super().__init__(*seed, slips=0.0, **manner)
        self.worlds, self.rounds = worlds, rounds

    def sampled(self, view):
        """The costs of all rows and of what is drawn next."""
        unseen = [VALUE[rank] for rank in view.unseen()]
        self.rng.shuffle(unseen)
        rows = []
        for row in view.rows:
            rows.append([VALUE[rank] if (rank := view.knows(card)) is not None else unseen.pop() for card in row])
        return rows, unseen

    def played_out(self, view, rows, draws, seen, rounds, protected=None):
        """Whether this seat's total is lowest at the end; a shared lowest counts for half."""
        draws = list(draws)
        for turn in range(rounds * view.seats - 1):
            seat = (view.seat + 1 + turn) % view.seats
            if seat == protected or not draws or not rows[seat]:
                continue
            card, row = draws.pop(), rows[seat]
            known = [position for position in range(len(row)) if position in seen[seat]]
            worst = max(known, key=lambda position: row[position], default=None)
            if worst is not None and row[worst] > card:
                row[worst] = card
            elif len(known) < len(row) and card <= 4:
                place = next(position for position in range(len(row)) if position not in seen[seat])
                row[place] = card
                seen[seat].add(place)
        totals = [sum(row) for row in rows]
        best = min(totals[seat] for seat in range(view.seats) if seat != view.seat)
        return 0.5 * (totals[view.seat] == best) + (totals[view.seat] < best)

    def seen(self, view):
        return [{position for position, card in enumerate(row) if card in view.seen[seat]} for seat, row in enumerate(view.rows)]

    def acts(self, view, rank):
        moves = [("discard",)] + [("swap", position, None) for position in range(len(view.row))]
        score = dict.fromkeys(moves, 0.0)
        for _ in range(self.worlds):
            rows, draws = self.sampled(view)
            for move in moves:
                tried, seen = [list(row) for row in rows], self.seen(view)
                cost = 0.0
                if move[0] == "swap":
                    cost = VALUE[rank] - tried[view.seat][move[1]]
                    tried[view.seat][move[1]] = VALUE[rank]
                    seen[view.seat].add(move[1])
                # The total counts a little besides winning: it tells moves apart where the round is far from won.
                score[move] += self.played_out(view, tried, draws, seen, self.rounds) - 0.02 * cost
        best = max(moves, key=lambda move: (score[move], move[0] == "discard"))
        if best[0] == "swap":
            out = view.knows(view.row[best[1]])
            return "swap", best[1], out if out in ACTIONS else None
        return ("use",) if self.wants(view, rank) else best

    def calls(self, view):
        if view.turn <= view.seats:
            return False
        won = 0.0
        for _ in range(3 * self.worlds):
            rows, draws = self.sampled(view)
            won += self.played_out(view, rows, draws, self.seen(view), 1, view.seat)
        return won / (3 * self.worlds) > 0.6
