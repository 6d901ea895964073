//! Random legal games with their truth, for tests and benchmarks.
//!
//! The board is a list of tiles, each with a number and a resource; a settlement touches three of them. There are no
//! routes and no victory: pieces do not run out, so that players keep spending however long the game is.

mod ledger;
mod manners;

pub use manners::{Manners, Robs};

use std::collections::BTreeSet;

use super::Catan;
use super::bundle::{Amounts, Bundle, DevCard, RESOURCES, Resource};
use super::event::{
    BankTrade, Build, BuildPiece, Discard, Event, Monopoly, Offer, PlayDevCard, PlayerTrade, Production, Refuse, Steal, Turn,
    YearOfPlenty,
};
use super::setup::{MOST_SEATS, Setup};
use super::world::World;
use crate::belief::{WorldRng, below, deal, shuffle};
use crate::rulesets::{Opening, Seat, Transcript};

/// How a simulated table plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As the dice fall.
    Usual,
    /// Half of all turns are a seven or a knight: many hidden steals.
    Robbers,
}

/// Most settlements and cities of a seat that produce, and turns where none are asked for.
const SITES: usize = 4;
const TURNS: u32 = 70;

/// Plays a game.
#[must_use]
pub fn simulate(opening: &Opening<Catan>, turns: Option<u32>, style: Style, rng: &mut WorldRng) -> Transcript<Catan> {
    simulate_among(opening, turns, style, &[], rng)
}

/// Plays a game between players with these manners, by seat; seats beyond them have the usual ones.
#[must_use]
pub fn simulate_among(
    opening: &Opening<Catan>,
    turns: Option<u32>,
    style: Style,
    manners: &[Manners],
    rng: &mut WorldRng,
) -> Transcript<Catan> {
    let mut game = Simulation::new(&opening.setup, opening.seats.len() as u8, rng);
    for (own, manners) in game.manners.iter_mut().zip(manners) {
        *own = *manners;
    }
    game.found();
    for turn in 0..turns.unwrap_or(TURNS) {
        game.turn((turn % u32::from(game.seats)) as u8, style);
    }
    Transcript { events: game.events, truth: game.truth }
}

/// A game on its way, with its truth.
struct Simulation<'a> {
    setup: &'a Setup,
    seats: u8,
    rng: &'a mut WorldRng,
    hands: [Amounts; MOST_SEATS],
    bank: Option<Amounts>,
    deck: [u32; 5],
    dev_cards: [[u32; 5]; MOST_SEATS],
    tiles: Vec<(u8, usize)>,
    robber: usize,
    manners: [Manners; MOST_SEATS],
    last_victims: [Option<Seat>; MOST_SEATS],
    sites: [Vec<([usize; 3], i32)>; MOST_SEATS],
    events: Vec<Event>,
    truth: Vec<World>,
}

impl<'a> Simulation<'a> {
    fn new(setup: &'a Setup, seats: u8, rng: &'a mut WorldRng) -> Self {
        const NUMBERS: [u8; 18] = [2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12];
        const KINDS: [usize; 18] = [0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4];
        let mut kinds = KINDS;
        shuffle(&mut kinds, rng);
        let mut game = Self {
            setup,
            seats,
            rng,
            hands: [[0; RESOURCES]; MOST_SEATS],
            bank: setup.supply().map(|supply| [supply; RESOURCES]),
            deck: setup.deck(),
            dev_cards: [[0; 5]; MOST_SEATS],
            tiles: NUMBERS.into_iter().zip(kinds).collect(),
            robber: 0,
            manners: [Manners::USUAL; MOST_SEATS],
            last_victims: [None; MOST_SEATS],
            sites: Default::default(),
            events: Vec::new(),
            truth: Vec::new(),
        };
        game.witness();
        game
    }

    /// Two settlements and roads each; the second settlement pays its tiles.
    fn found(&mut self) {
        for round in 0..2 {
            for seat in 0..self.seats {
                self.settle(seat);
                for piece in [BuildPiece::Settlement, BuildPiece::Road] {
                    self.record(Event::Build(Build { seat, piece, free: true, card: None }));
                }
                if round == 1 {
                    let mut gains = [0; RESOURCES];
                    for tile in self.sites[usize::from(seat)][1].0 {
                        gains[self.tiles[tile].1] += 1;
                    }
                    self.produce([(seat, gains)].into());
                }
            }
        }
    }

    fn turn(&mut self, seat: Seat, style: Style) {
        let mut dice = 2 + (below(6, self.rng) + below(6, self.rng)) as u8;
        let mut knight = self.chance(0.4);
        if style == Style::Robbers {
            dice = if self.chance(0.5) { 7 } else { [4, 5, 6, 8, 9, 10][below(6, self.rng)] };
            knight = true;
        }
        self.record(Event::Turn(Turn { seat, dice: Some(dice) }));
        let plays_knight = knight && self.holds_card(seat, DevCard::Knight) && dice != 7;
        if plays_knight {
            self.record(Event::PlayDevCard(PlayDevCard { seat, card: DevCard::Knight }));
            self.rob(seat);
        }
        if dice == 7 {
            self.discard();
            self.rob(seat);
        } else {
            self.roll(dice);
        }
        // One development card a turn.
        if !plays_knight {
            self.play_card(seat);
        }
        // Players save up for what they want, and spend what a seven could take.
        for action in 0..8 {
            let hand: i32 = self.hands[usize::from(seat)].iter().sum();
            let saves = hand <= self.setup.limit() && (action > 0 || self.chance(0.4));
            if saves || !self.spend(seat) {
                break;
            }
        }
    }

    fn roll(&mut self, dice: u8) {
        let mut gains: Vec<(Seat, Amounts)> = Vec::new();
        for seat in 0..self.seats {
            let mut gain = [0; RESOURCES];
            for (tiles, level) in &self.sites[usize::from(seat)] {
                for tile in tiles.iter().filter(|tile| self.tiles[**tile].0 == dice && **tile != self.robber) {
                    gain[self.tiles[*tile].1] += level;
                }
            }
            gains.push((seat, gain));
        }
        if let Some(bank) = self.bank {
            for kind in 0..RESOURCES {
                // The bank is short: nobody gets that resource.
                if gains.iter().map(|(_, gain)| gain[kind]).sum::<i32>() > bank[kind] {
                    gains.iter_mut().for_each(|(_, gain)| gain[kind] = 0);
                }
            }
        }
        self.produce(gains);
    }

    fn produce(&mut self, gains: Vec<(Seat, Amounts)>) {
        let gains: std::collections::BTreeMap<Seat, Bundle> = gains
            .into_iter()
            .filter(|(_, gain)| gain.iter().any(|count| *count > 0))
            .map(|(seat, gain)| (seat, Bundle::of(gain)))
            .collect();
        if !gains.is_empty() {
            self.record(Event::Production(Production { gains }));
        }
    }

    fn discard(&mut self) {
        for seat in 0..self.seats {
            let size: i32 = self.hands[usize::from(seat)].iter().sum();
            if size > self.setup.limit() {
                let mut pool = self.hands[usize::from(seat)].map(|count| count as u32);
                let cards = deal(&mut pool, (size / 2) as u32, self.rng).map(|count| count as i32);
                self.record(Event::Discard(Discard { seat, cards: Some(Bundle::of(cards)), count: (size / 2) as u16 }));
            }
        }
    }

    fn rob(&mut self, thief: Seat) {
        self.robber = below(self.tiles.len(), self.rng);
        let size = |seat: Seat| (seat, self.hands[usize::from(seat)].iter().sum::<i32>());
        let others: Vec<(Seat, i32)> =
            (0..self.seats).filter(|seat| *seat != thief).map(size).filter(|(_, size)| *size > 0).collect();
        let last = &mut self.last_victims[usize::from(thief)];
        let Some(victim) = self.manners[usize::from(thief)].victim(&others, *last, self.rng) else { return };
        *last = Some(victim);
        let mut pool = self.hands[usize::from(victim)].map(|count| count as u32);
        let card = deal(&mut pool, 1, self.rng);
        let resource = Resource::ALL.into_iter().find(|resource| card[*resource as usize] == 1);
        self.record(Event::Steal(Steal { thief, victim, resource }));
    }

    fn play_card(&mut self, seat: Seat) {
        if !self.chance(0.5) {
            return;
        }
        if self.holds_card(seat, DevCard::Monopoly) {
            let resource = Resource::ALL[below(RESOURCES, self.rng)];
            let held = |other: &Seat| self.hands[usize::from(*other)][resource as usize] as u16;
            let taken =
                (0..self.seats).filter(|other| *other != seat && held(other) > 0).map(|other| (other, held(&other))).collect();
            self.record(Event::Monopoly(Monopoly { seat, resource, taken: Some(taken), total: None }));
        } else if self.holds_card(seat, DevCard::YearOfPlenty) {
            let mut pool = self.bank.map_or([10; RESOURCES], |bank| bank.map(|count| count as u32));
            let cards = deal(&mut pool, 2, self.rng).map(|count| count as i32);
            if cards.iter().any(|count| *count > 0) {
                self.record(Event::YearOfPlenty(YearOfPlenty { seat, resources: Bundle::of(cards) }));
            }
        } else if self.holds_card(seat, DevCard::RoadBuilding) {
            self.record(Event::PlayDevCard(PlayDevCard { seat, card: DevCard::RoadBuilding }));
            for _ in 0..2 {
                self.record(Event::Build(Build { seat, piece: BuildPiece::Road, free: true, card: None }));
            }
        }
    }

    /// One purchase or trade, where the seat finds one.
    fn spend(&mut self, seat: Seat) -> bool {
        let upgradable = self.sites[usize::from(seat)].iter().any(|(_, level)| *level == 1);
        let open = self.sites[usize::from(seat)].len() < SITES;
        let deck = self.deck.iter().sum::<u32>() > 0;
        if upgradable && self.affords(seat, &BuildPiece::City.cost()) {
            if let Some(site) = self.sites[usize::from(seat)].iter_mut().find(|(_, level)| *level == 1) {
                site.1 = 2;
            }
            self.buy(seat, BuildPiece::City, None);
        } else if open && self.affords(seat, &BuildPiece::Settlement.cost()) {
            self.settle(seat);
            self.buy(seat, BuildPiece::Settlement, None);
        } else if deck && self.affords(seat, &BuildPiece::DevCard.cost()) && self.chance(0.8) {
            let card = deal(&mut self.deck, 1, self.rng);
            let card = DevCard::ALL.into_iter().find(|kind| card[*kind as usize] == 1);
            self.buy(seat, BuildPiece::DevCard, card);
        } else if self.affords(seat, &BuildPiece::Road.cost()) && self.chance(0.6) {
            self.buy(seat, BuildPiece::Road, None);
        } else if self.chance(0.35) {
            return self.offer(seat);
        } else {
            return self.bank_trade(seat);
        }
        true
    }

    fn bank_trade(&mut self, seat: Seat) -> bool {
        let hand = self.hands[usize::from(seat)];
        let want: Vec<usize> =
            (0..RESOURCES).filter(|kind| hand[*kind] == 0 && self.bank.is_none_or(|bank| bank[*kind] > 0)).collect();
        let (Some(give), false) = (hand.iter().position(|count| *count >= 4), want.is_empty()) else { return false };
        let mut counts = [0; RESOURCES];
        counts[give] = 4;
        let get = Bundle::one(Resource::ALL[want[below(want.len(), self.rng)]]);
        self.record(Event::BankTrade(BankTrade { seat, give: Bundle::of(counts), get }));
        true
    }

    /// Offers one card for one, rarely without holding it. Those who hold what is asked for sometimes accept.
    fn offer(&mut self, seat: Seat) -> bool {
        let hand = self.hands[usize::from(seat)];
        let bluff = self.chance(0.05);
        let give: Vec<usize> = (0..RESOURCES).filter(|kind| hand[*kind] > 0 || bluff).collect();
        if give.is_empty() {
            return false;
        }
        let give = give[below(give.len(), self.rng)];
        let get = (give + 1 + below(RESOURCES - 1, self.rng)) % RESOURCES;
        let (give_card, get_card) = (Bundle::one(Resource::ALL[give]), Bundle::one(Resource::ALL[get]));
        self.record(Event::Offer(Offer { seat, give: give_card, get: get_card, to: BTreeSet::new() }));
        for other in (0..self.seats).filter(|other| *other != seat) {
            let able = self.hands[usize::from(other)][get] > 0 && hand[give] > 0;
            if able && self.chance(self.manners[usize::from(other)].accepts) {
                self.record(Event::PlayerTrade(PlayerTrade { seat, give: give_card, partner: other, get: get_card }));
                return true;
            }
            if self.chance(0.5) {
                self.record(Event::Refuse(Refuse { seat: other, maker: None }));
            }
        }
        false
    }

    fn settle(&mut self, seat: Seat) {
        let tiles = self.tiles.len();
        let site = [below(tiles, self.rng), below(tiles, self.rng), below(tiles, self.rng)];
        self.sites[usize::from(seat)].push((site, 1));
    }

    fn buy(&mut self, seat: Seat, piece: BuildPiece, card: Option<DevCard>) {
        self.record(Event::Build(Build { seat, piece, free: false, card }));
    }
}
