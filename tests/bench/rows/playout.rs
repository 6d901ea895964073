//! The rest of a round, played out quickly in one world by players of one simple policy, each with its own total to call at.

use credence::belief::{WorldRng, below, unit};
use credence::rulesets::vinto::{Action, Instance, Rank, Table, World};

/// What a seat takes an unseen card of its own to be worth: the mean of the deck.
const UNSEEN: f64 = 5.5;
/// Totals that seats call the round at, from and up to, and turns of the table after which they wait no longer.
const CALLS_AT: (f64, f64) = (3.0, 13.0);
const PATIENCE: f64 = 8.0;
/// Total that the searching seat calls at.
const OWN_CALL: f64 = 6.0;
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
    pile: Vec<Rank>,
    /// Who called the round.
    pub caller: Option<usize>,
    /// Whose search this is.
    own: usize,
    /// Turns begun in this round.
    turns: usize,
    /// Total that each seat calls at.
    calls_at: Vec<f64>,
}

impl Rest {
    /// The round as it stands in a world. `rng` says when others will call: nobody knows.
    pub fn of(table: &Table, world: &World, own: usize, rng: &mut WorldRng) -> Self {
        let held = |seat: u8, row: &[Instance]| {
            let ranks = world.rows[&seat].iter();
            row.iter().zip(ranks).map(|(card, rank)| Held { rank: *rank, known: table.has_seen(seat, *card) }).collect()
        };
        let (from, to) = CALLS_AT;
        let calls_at = |seat: usize, rng: &mut WorldRng| if seat == own { OWN_CALL } else { from + (to - from) * unit(rng) };
        Self {
            rows: table.rows().map(|(seat, row)| held(seat, row)).collect(),
            pile: world.draw_pile.iter().rev().copied().collect(),
            caller: table.caller.map(usize::from),
            own,
            turns: table.turn.number as usize,
            calls_at: (0..usize::from(table.seats)).map(|seat| calls_at(seat, rng)).collect(),
        }
    }

    fn totals(&self) -> Vec<i32> {
        self.rows.iter().map(|row| row.iter().map(|card| card.rank.value()).sum()).collect()
    }

    /// What the round is worth to the searching seat as it stands: 1 if it wins, 0 if not, and a little for every point by which it is
    /// ahead of the others, which tells moves apart that win as often.
    pub fn worth(&self) -> f64 {
        let totals = self.totals();
        let others = totals.iter().enumerate().filter(|(seat, _)| *seat != self.own).map(|(_, total)| *total).min();
        let ahead = others.map_or(0, |others| (others - totals[self.own]).clamp(-20, 20));
        won(&totals, self.caller, self.own) + f64::from(ahead) * 0.005
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

    /// Two cards change places; `looked`, whether whoever did it knows them.
    pub fn switch(&mut self, own: (usize, usize), other: (usize, usize), looked: bool) {
        let (mine, theirs) = (self.rows[own.0][own.1].rank, self.rows[other.0][other.1].rank);
        self.rows[own.0][own.1] = Held { rank: theirs, known: looked };
        self.rows[other.0][other.1] = Held { rank: mine, known: false };
    }

    /// Everybody but the caller tosses in what it knows to match.
    pub fn toss(&mut self, rank: Rank) {
        let caller = self.caller;
        if rank.value() <= 0 {
            return;
        }
        for (_, row) in self.rows.iter_mut().enumerate().filter(|(seat, _)| Some(*seat) != caller) {
            row.retain(|card| !(card.known && card.rank == rank));
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
                    let rank = self.rows[seat].remove(place).rank;
                    self.toss(rank);
                }
            }
            Action::Switch | Action::PeekAndSwitch => {
                let looks = action == Action::PeekAndSwitch;
                let Some(place) = self.worst(seat).filter(|place| self.rows[seat][*place].rank.value() > 4) else { return };
                let Some(other) = self.other(seat, rng) else { return };
                let at = self.target(other, rng);
                if !looks || self.rows[other][at].rank.value() < self.rows[seat][place].rank.value() {
                    self.switch((seat, place), (other, at), looks);
                }
            }
            Action::ForceDraw => {
                if let (Some(other), Some(rank)) = (self.other(seat, rng), self.pile.pop()) {
                    self.rows[other].push(Held { rank, known: false });
                }
            }
        }
    }

    /// A card that its owner knows, mostly: those were kept for a reason.
    fn target(&self, other: usize, rng: &mut WorldRng) -> usize {
        let row = &self.rows[other];
        let known: Vec<usize> = (0..row.len()).filter(|place| row[*place].known).collect();
        if known.is_empty() || unit(rng) < 1.0 / 3.0 { below(row.len(), rng) } else { known[below(known.len(), rng)] }
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

    /// A seat draws and does what a simple player does with it.
    pub fn draw(&mut self, seat: usize, rng: &mut WorldRng) {
        if let Some(rank) = self.pile.pop() {
            self.turn(seat, rank, rng);
        }
    }

    /// Whether a seat would call here.
    fn would_call(&self, seat: usize) -> bool {
        let around = self.turns as f64 / self.rows.len() as f64;
        let worth = |card: &Held| if card.known { f64::from(card.rank.value()) } else { UNSEEN };
        let total = self.rows[seat].iter().map(worth).sum::<f64>();
        around > 2.0 && total <= self.calls_at[seat] + (around - PATIENCE).max(0.0)
    }

    /// The searching seat calls, where its policy would.
    pub fn may_call(&mut self) {
        if self.caller.is_none() && self.would_call(self.own) {
            self.caller = Some(self.own);
        }
    }

    /// Plays on, from the turn of the seat after the searching one, to the end.
    pub fn play_out(&mut self, rng: &mut WorldRng) {
        let mut seat = self.own;
        for _ in 0..TURNS {
            seat = (seat + 1) % self.rows.len();
            if self.caller == Some(seat) {
                return;
            }
            let Some(rank) = self.pile.pop() else { return };
            self.turns += 1;
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
