//! Plays whole deals with players who behave: each has a style, and its style shows in what it passes and plays.

mod choice;
mod passing;
mod style;

pub use passing::passed;
pub use style::Style;

use super::Hearts;
use super::card::{Card, CardSet, DECK, HAND};
use super::conduct::{Habit, is_strong, penalties};
use super::event::{Deal, DealEnd, Event, Pass, Play, Receive, view};
use super::legal::legal;
use super::setup::{Direction, SEATS};
use super::table::Table;
use super::world::World;
use crate::belief::{WorldRng, below, chance, shuffle};
use crate::rulesets::{Observer, Opening, PublicTable, Seat, Transcript};

/// Plays where none are asked for: four deals, one round of the usual passes.
const PLAYS: u32 = 4 * DECK as u32;

/// Plays a game of this many cards, four deals where none is said; the last deal may be left unfinished. A deal whose last
/// card is played is scored. A shorter game with the same generator is the beginning of a longer one.
#[must_use]
pub fn simulate(opening: &Opening<Hearts>, turns: Option<u32>, styles: &[Style; 4], rng: &mut WorldRng) -> Transcript<Hearts> {
    let shows_passes = chance(0.5, rng);
    let mut simulation = Simulation {
        table: Table::new(opening),
        world: World::default(),
        moons: [false; SEATS],
        shows_passes,
        left: turns.unwrap_or(PLAYS),
        styles,
        rng,
        events: Vec::new(),
        truth: vec![World::default()],
    };
    while simulation.left > 0 {
        simulation.deal();
    }
    Transcript { events: simulation.events, truth: simulation.truth }
}

/// The card that a person plays, who does not want all points.
pub fn choose(table: &Table, seat: Seat, hand: CardSet, style: &Style, rng: &mut WorldRng) -> Card {
    choice::Choice { table, seat, hand, style, moon: false }.card(rng)
}

/// The cards of a hand that the rules allow now; the table says whose turn it is.
#[must_use]
pub fn legal_cards(table: &Table, hand: CardSet) -> CardSet {
    legal(&table.setup, &table.plays, hand)
}

struct Simulation<'a> {
    table: Table,
    world: World,
    /// Which seats want all points of this deal.
    moons: [bool; SEATS],
    shows_passes: bool,
    /// Cards still to be played.
    left: u32,
    styles: &'a [Style; 4],
    rng: &'a mut WorldRng,
    events: Vec<Event>,
    truth: Vec<World>,
}

impl Simulation<'_> {
    fn deal(&mut self) {
        let mut deck: Vec<Card> = Card::all().collect();
        shuffle(&mut deck, self.rng);
        self.world.hands = std::array::from_fn(|seat| deck[seat * HAND..(seat + 1) * HAND].iter().copied().collect());
        let direction = self.table.setup.direction(self.table.deals);
        let hands = (0..).zip(self.world.hands).collect();
        self.record(Event::Deal(Deal { deal: self.table.deals, direction, hands }));
        let dealt = self.world.hands.map(is_strong);
        self.moons = [false; SEATS];
        self.set_out(|seat| dealt[seat]);
        let passes = self.pass(direction);
        self.set_out(|seat| !dealt[seat]);
        while self.table.plays.len() < DECK {
            if self.left == 0 {
                return;
            }
            self.play();
        }
        self.end(passes);
    }

    /// Those with a strong hand, as far as they are asked, decide whether they want all points.
    fn set_out(&mut self, asked: impl Fn(usize) -> bool) {
        for seat in 0..SEATS {
            if asked(seat) && is_strong(self.world.hands[seat]) {
                self.moons[seat] = self.styles[seat].does(Habit::TriesMoon, self.rng);
            }
        }
    }

    fn pass(&mut self, direction: Direction) -> [CardSet; SEATS] {
        let mut given = [CardSet::EMPTY; SEATS];
        if direction == Direction::Hold {
            return given;
        }
        for (seat, cards) in given.iter_mut().enumerate() {
            *cards = passing::passed(self.world.hands[seat], &self.styles[seat], self.moons[seat], self.rng);
        }
        let first = below(SEATS, self.rng);
        for turn in 0..SEATS {
            let seat = (first + turn) % SEATS;
            let Some(to) = direction.to(seat as Seat) else { continue };
            if turn + 1 == SEATS {
                self.change_hands(direction, &given);
            }
            self.record(Event::Pass(Pass { seat: seat as Seat, to, cards: Some(given[seat]) }));
        }
        let first = below(SEATS, self.rng);
        for turn in 0..SEATS {
            let seat = ((first + turn) % SEATS) as Seat;
            let Some(from) = direction.from(seat) else { continue };
            self.record(Event::Receive(Receive { seat, from, cards: Some(given[usize::from(from)]) }));
        }
        given
    }

    fn change_hands(&mut self, direction: Direction, given: &[CardSet; SEATS]) {
        for (seat, cards) in (0..).zip(given) {
            let Some(to) = direction.to(seat) else { continue };
            let hands = &mut self.world.hands;
            hands[usize::from(seat)] = hands[usize::from(seat)].without(*cards);
            hands[usize::from(to)] = hands[usize::from(to)].or(*cards);
        }
    }

    fn play(&mut self) {
        let opens = |seat: &Seat| self.world.hands[usize::from(*seat)].contains(Card::TWO_OF_CLUBS);
        let Some(seat) = self.table.turn().or_else(|| (0..SEATS as Seat).find(opens)) else { return };
        let at = usize::from(seat);
        let choice = choice::Choice {
            table: &self.table,
            seat,
            hand: self.world.hands[at],
            style: &self.styles[at],
            moon: self.moons[at],
        };
        let card = choice.card(self.rng);
        self.world.hands[at].remove(card);
        self.left -= 1;
        self.record(Event::Play(Play { seat, card }));
    }

    fn end(&mut self, passes: [CardSet; SEATS]) {
        let shown = (0..).zip(passes).filter(|(_, cards)| self.shows_passes && !cards.is_empty());
        let taken = self.table.taken();
        let penalties = penalties(&self.table.plays);
        // The points that penalty cards do not account for are those of the jack.
        let jack = |seat: usize| taken[seat] - penalties[seat];
        let shot = penalties.contains(&26);
        let points = |seat: usize| if shot { jack(seat) + 26 - penalties[seat] } else { taken[seat] };
        let points = (0..SEATS).map(|seat| (seat as Seat, points(seat))).collect();
        self.record(Event::DealEnd(DealEnd { points, passes: shown.collect() }));
    }

    fn record(&mut self, event: Event) {
        self.table = self.table.clone().advance(&view(&event, Observer::Public)).0;
        self.events.push(event);
        self.truth.push(self.world);
    }
}
