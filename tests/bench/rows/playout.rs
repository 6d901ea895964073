//! The rest of a round, played out quickly in one world by players of one simple policy.

use credence::belief::{WorldRng, unit};
use credence::rulesets::vinto::{Action, Rank, Table, World};

/// What a seat takes an unseen card of its own to be worth.
const UNSEEN: f64 = 5.5;
/// Total that a seat calls the round at.
const CALLS_AT: f64 = 6.0;
/// Turns after which a playout ends as it stands.
const TURNS: usize = 40;

/// A card in a row.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    /// Its rank in this world.
    pub rank: Rank,
    /// Whether its owner has seen it.
    pub known: bool,
}

/// A round that is going on.
#[derive(Clone, Debug)]
pub struct Rest {
    /// The rows.
    pub rows: Vec<Vec<Held>>,
    /// The draw pile, its top last.
    pub pile: Vec<Rank>,
    /// Who called the round.
    pub caller: Option<usize>,
}

impl Rest {
    /// The round as it stands in a world.
    pub fn of(table: &Table, world: &World) -> Self {
        let held = |seat: u8, row: &[credence::rulesets::vinto::Instance]| {
            let ranks = world.rows[&seat].iter();
            row.iter().zip(ranks).map(|(card, rank)| Held { rank: *rank, known: table.has_seen(seat, *card) }).collect()
        };
        Self {
            rows: table.rows().map(|(seat, row)| held(seat, row)).collect(),
            pile: world.draw_pile.iter().rev().copied().collect(),
            caller: table.caller.map(usize::from),
        }
    }

    fn total(&self, seat: usize) -> i32 {
        self.rows[seat].iter().map(|card| card.rank.value()).sum()
    }

    /// 1 for the winner of the round, 0 for the others; the caller wins ties, others share them.
    pub fn won(&self, seat: usize) -> f64 {
        let totals: Vec<i32> = (0..self.rows.len()).map(|seat| self.total(seat)).collect();
        won(&totals, self.caller, seat)
    }

    /// The own card known to be worst.
    fn worst(&self, seat: usize) -> Option<usize> {
        let row = &self.rows[seat];
        (0..row.len()).filter(|place| row[*place].known).max_by_key(|place| row[*place].rank.value())
    }

    /// Puts a card into a row; gives what lay there.
    pub fn swap(&mut self, seat: usize, place: usize, rank: Rank) -> Rank {
        std::mem::replace(&mut self.rows[seat][place], Held { rank, known: true }).rank
    }

    /// Everybody tosses in what it knows to match.
    pub fn toss(&mut self, rank: Rank) {
        let caller = self.caller;
        for (seat, row) in self.rows.iter_mut().enumerate().filter(|(seat, _)| Some(*seat) != caller) {
            let _ = seat;
            row.retain(|card| !(card.known && card.rank == rank && rank.value() > 0));
        }
    }

    /// Plays a card's action as well as a simple player can.
    pub fn act(&mut self, seat: usize, action: Action, rng: &mut WorldRng) {
        match action {
            Action::PeekOwn => {
                if let Some(card) = self.rows[seat].iter_mut().find(|card| !card.known) {
                    card.known = true;
                }
            }
            Action::PeekOther => {}
            Action::Declare => {
                if let Some(place) = self.worst(seat).filter(|place| self.rows[seat][*place].rank.value() > 0) {
                    self.rows[seat].remove(place);
                }
            }
            Action::Switch | Action::PeekAndSwitch => {
                let Some(place) = self.worst(seat).filter(|place| self.rows[seat][*place].rank.value() > 6) else { return };
                let Some(other) = self.other(seat, rng) else { return };
                let at = below(self.rows[other].len(), rng);
                let (mine, theirs) = (self.rows[seat][place].rank, self.rows[other][at].rank);
                if action == Action::PeekAndSwitch && theirs.value() >= mine.value() {
                    return;
                }
                self.rows[seat][place] = Held { rank: theirs, known: action == Action::PeekAndSwitch };
                self.rows[other][at] = Held { rank: mine, known: false };
            }
            Action::ForceDraw => {
                if let (Some(other), Some(rank)) = (self.other(seat, rng), self.pile.pop()) {
                    self.rows[other].push(Held { rank, known: false });
                }
            }
        }
    }

    /// Another seat that has cards and is within reach.
    fn other(&self, seat: usize, rng: &mut WorldRng) -> Option<usize> {
        let reach = |other: &usize| *other != seat && Some(*other) != self.caller && !self.rows[*other].is_empty();
        let others: Vec<usize> = (0..self.rows.len()).filter(reach).collect();
        if others.is_empty() { None } else { Some(others[below(others.len(), rng)]) }
    }

    fn turn(&mut self, seat: usize, rank: Rank, rng: &mut WorldRng) {
        let value = f64::from(rank.value());
        let mut best = (0.3, None);
        for (place, card) in self.rows[seat].iter().enumerate() {
            let worth = if card.known { f64::from(card.rank.value()) } else { UNSEEN };
            if worth - value > best.0 {
                best = (worth - value, Some(place));
            }
        }
        let thrown = match best.1 {
            Some(place) => self.swap(seat, place, rank),
            None => {
                if let Some(action) = rank.action() {
                    self.act(seat, action, rng);
                }
                rank
            }
        };
        self.toss(thrown);
    }

    /// Whether the policy would call here.
    pub fn would_call(&self, seat: usize) -> bool {
        let worth = |card: &Held| if card.known { f64::from(card.rank.value()) } else { UNSEEN };
        self.rows[seat].iter().map(worth).sum::<f64>() <= CALLS_AT
    }

    /// Plays on, from the turn of the seat after this one, to the end.
    pub fn play_out(&mut self, last: usize, rng: &mut WorldRng) {
        let mut seat = last;
        for _ in 0..TURNS {
            seat = (seat + 1) % self.rows.len();
            if self.caller == Some(seat) {
                return;
            }
            let Some(rank) = self.pile.pop() else { return };
            self.turn(seat, rank, rng);
            if self.caller.is_none() && self.would_call(seat) {
                self.caller = Some(seat);
            }
        }
    }
}

/// 1 for the winner of a round with these totals, 0 for the others; the caller wins ties, others share them.
pub fn won(totals: &[i32], caller: Option<usize>, seat: usize) -> f64 {
    let Some(least) = totals.iter().min() else { return 0.0 };
    if totals[seat] != *least {
        return 0.0;
    }
    match caller {
        Some(caller) if totals[caller] == *least => f64::from(u8::from(caller == seat)),
        _ => 1.0 / totals.iter().filter(|total| *total == least).count() as f64,
    }
}

fn below(count: usize, rng: &mut WorldRng) -> usize {
    ((unit(rng) * count as f64) as usize).min(count - 1)
}
