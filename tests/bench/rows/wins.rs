//! Whether the beliefs win games: the same search with these beliefs, and with worlds that are uniform but for what it was shown.

use credence::belief::{Draws, Evidence, WorldRng, seeded};
use credence::rulesets::vinto::{Belief, Event, Mind, Person, Rank, Style, Table, Vinto, World, play_with};
use credence::rulesets::{Change, Observer, Opening, Posterior, PublicTable, Ruleset, Seat};

use super::playout::won;
use super::search::{Search, Worlds, weighed};

/// Turns of the table in a game: some five rounds, of which those that are over count.
const TURNS: u32 = 120;

/// Worlds drawn in this process.
pub struct Here {
    belief: Belief,
    /// The table that it stands on.
    table: Table,
}

impl Here {
    /// What a seat believes before the first event.
    pub fn new(opening: &Opening<Vinto>, seat: Seat) -> Self {
        Self { belief: Belief::prior(opening, Observer::Seat(seat), 1), table: Table::new(opening) }
    }
}

impl Worlds for Here {
    fn watch(&mut self, change: &Change<'_, Vinto>) {
        self.belief = Vinto::update(&self.belief, change, &mut Evidence::off()).expect("a true event");
        self.table = change.after.clone();
    }

    fn worlds(&mut self, count: usize, seed: u64) -> Vec<(f64, World)> {
        let sampled = self.belief.sample(&self.table, Draws { seed, count });
        weighed(sampled.weight_kind, sampled.worlds)
    }
}

/// The seat that searches in a game.
pub fn seat_of(opening: &Opening<Vinto>, seed: u64) -> Seat {
    (seed % opening.seats.len() as u64) as Seat
}

/// How the rounds of a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// Rounds that were played to their end.
    pub rounds: f64,
    /// How many of them the searching seat won; a shared win is a part of one.
    pub won: f64,
}

impl Score {
    /// The share that was won.
    pub fn share(self) -> f64 {
        self.won / self.rounds.max(1.0)
    }
}

/// Plays a game against persons of the simulated population. Gives how it ended for the searching seat, and its worlds' source.
pub fn game<W: Worlds>(opening: &Opening<Vinto>, seed: u64, source: W) -> (Score, W) {
    let mut rng = seeded(seed, 15);
    let styles: Vec<Style> = opening.seats.iter().map(|_| Style::draw(&mut rng)).collect();
    game_of(opening, &styles, seed, source, &mut rng)
}

/// The same against these persons; `rng` deals, and chooses for them.
pub fn game_of<W: Worlds>(opening: &Opening<Vinto>, styles: &[Style], seed: u64, source: W, rng: &mut WorldRng) -> (Score, W) {
    let seat = seat_of(opening, seed);
    let mut persons: Vec<Person> = styles.iter().map(|style| Person::new(*style)).collect();
    let mut search = Search::new(source, seat);
    let mut minds: Vec<&mut dyn Mind> = persons.iter_mut().map(|person| person as &mut dyn Mind).collect();
    minds[usize::from(seat)] = &mut search;
    let game = play_with(&opening.setup, &mut minds, Some(TURNS), rng);
    let (mut caller, mut score) = (None, Score::default());
    for event in &game.events {
        match event {
            Event::Round(_) => caller = None,
            Event::Vinto(call) => caller = Some(usize::from(call.seat)),
            Event::Reveal(reveal) => {
                let totals: Vec<i32> = reveal.hands.values().map(|hand| hand.iter().copied().map(Rank::value).sum()).collect();
                score.won += won(&totals, caller, usize::from(seat));
                score.rounds += 1.0;
            }
            _ => {}
        }
    }
    (score, search.into_source())
}
