//! The public state of a game: counts, development cards played, the open offer, who robbed whom.

use super::Catan;
use super::bundle::DevCard;
use super::conduct;
use super::counts::PublicCounts;
use super::event::{BuildPiece, Event, Offer};
use super::setup::{MOST_SEATS, Setup};
use crate::rulesets::{Conduct, Opening, Seat};

/// What everyone at the table knows.
#[derive(Clone, Debug)]
pub struct Table {
    /// The table's rules.
    pub setup: Setup,
    /// How many seats there are.
    pub seats: u8,
    /// Whether anything happened yet.
    pub begun: bool,
    /// Numbers of cards.
    pub counts: PublicCounts,
    /// Unplayed development cards by seat.
    pub dev_cards: [u32; MOST_SEATS],
    /// Development cards played, by type.
    pub played: [u32; 5],
    /// Whom each seat stole from last.
    pub last_victim: [Option<Seat>; MOST_SEATS],
    /// The offer on the table.
    pub offer: Option<Offer>,
}

impl Table {
    /// Before the first event.
    #[must_use]
    pub fn new(opening: &Opening<Catan>) -> Self {
        Self {
            setup: opening.setup.clone(),
            seats: opening.seats.len() as u8,
            begun: false,
            counts: PublicCounts::default(),
            dev_cards: [0; MOST_SEATS],
            played: [0; 5],
            last_victim: [None; MOST_SEATS],
            offer: None,
        }
    }

    /// Development cards that nobody bought yet.
    #[must_use]
    pub fn dev_stock(&self) -> u32 {
        let gone: u32 = self.dev_cards.iter().sum::<u32>() + self.played.iter().sum::<u32>();
        self.setup.deck().iter().sum::<u32>().saturating_sub(gone)
    }

    /// The table after an event, and the conduct that it settled.
    #[must_use]
    pub fn advance(mut self, event: &Event) -> (Self, Vec<Conduct>) {
        let conduct = conduct::settled(&self, event);
        self.counts.apply(&self.setup, event);
        self.begun = true;
        match event {
            Event::Start(start) => {
                self.dev_cards = std::array::from_fn(|seat| start.dev_cards_of(seat as Seat));
                for (card, count) in &start.dev_cards_played {
                    self.played[*card as usize] = u32::from(*count);
                }
            }
            Event::Turn(_) => self.offer = None,
            Event::Offer(offer) => self.offer = Some(offer.clone()),
            Event::PlayerTrade(trade) => {
                self.offer = self.offer.filter(|offer| ![trade.seat, trade.partner].contains(&offer.seat))
            }
            Event::Steal(steal) => self.last_victim[usize::from(steal.thief)] = Some(steal.victim),
            Event::Build(build) if build.piece == BuildPiece::DevCard => self.dev_cards[usize::from(build.seat)] += 1,
            Event::PlayDevCard(play) => self.play(play.seat, play.card),
            Event::Monopoly(monopoly) => self.play(monopoly.seat, DevCard::Monopoly),
            Event::YearOfPlenty(year) => self.play(year.seat, DevCard::YearOfPlenty),
            _ => {}
        }
        (self, conduct)
    }

    fn play(&mut self, seat: Seat, card: DevCard) {
        let held = &mut self.dev_cards[usize::from(seat)];
        *held = held.saturating_sub(1);
        self.played[card as usize] += 1;
    }
}
