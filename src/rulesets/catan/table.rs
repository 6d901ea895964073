//! The public state of a game: counts, development cards played, the open offer, who robbed whom.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::bundle::{Bundle, Counts, DevCard};
use super::counts::PublicCounts;
use super::dev_cards::PublicDevCards;
use super::event::{BuildPiece, Event, Offer};
use super::setup::{MOST_SEATS, Setup};
use super::{Catan, conduct};
use crate::rulesets::{Conduct, Opening, PublicTable, Seat};

/// What everyone at the table knows. Nothing in it grows with the game.
#[derive(Clone, Debug)]
pub struct Table {
    /// The table's rules.
    pub setup: Arc<Setup>,
    /// How many seats there are.
    pub seats: u8,
    /// Whether anything happened yet.
    pub begun: bool,
    /// Numbers of resource cards.
    pub counts: PublicCounts,
    /// Numbers of development cards.
    pub dev_cards: PublicDevCards,
    /// Whom each seat stole from last.
    pub last_victim: [Option<Seat>; MOST_SEATS],
    /// The offer on the table.
    pub offer: Option<Arc<Offer>>,
    /// Seats that have made or refused it since cards last moved, one bit each: whoever says the same again says nothing new.
    said: u8,
}

/// What a snapshot holds of a table: everything but the opening's rules and deck.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FrozenTable {
    begun: bool,
    counts: PublicCounts,
    held: [u16; MOST_SEATS],
    played: [u16; 5],
    last_victim: [Option<Seat>; MOST_SEATS],
    offer: Option<FrozenOffer>,
    said: u8,
}

/// Who offers what for what to whom. An offer as an event leaves out what is empty, which no snapshot may.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct FrozenOffer(Seat, Counts, Counts, Vec<Seat>);

impl Table {
    /// Whether this event, an offer or a refusal, says again what its seat has said since cards last moved.
    #[must_use]
    pub fn is_said_again(&self, event: &Event) -> bool {
        match event {
            Event::Offer(offer) => self.stands(offer) && self.said & bit(offer.seat) != 0,
            Event::Refuse(refuse) => self.said & bit(refuse.seat) != 0,
            _ => false,
        }
    }

    fn stands(&self, offer: &Offer) -> bool {
        self.offer.as_deref() == Some(offer)
    }
}

/// The bit of a seat; none of one that no table has.
fn bit(seat: Seat) -> u8 {
    1_u8.checked_shl(seat.into()).unwrap_or(0)
}

impl PublicTable<Catan> for Table {
    type Frozen = FrozenTable;

    fn new(opening: &Opening<Catan>) -> Self {
        Self {
            setup: Arc::new(opening.setup.clone()),
            seats: opening.seats.len() as u8,
            begun: false,
            counts: PublicCounts::default(),
            dev_cards: PublicDevCards::new(&opening.setup),
            last_victim: [None; MOST_SEATS],
            offer: None,
            said: 0,
        }
    }

    fn advance(mut self, event: &Event) -> (Self, Vec<Conduct>) {
        let conduct = conduct::settled(&self, event);
        self.counts.apply(&self.setup, event);
        self.begun = true;
        self.said = match event {
            Event::Offer(offer) => bit(offer.seat) | if self.stands(offer) { self.said } else { 0 },
            Event::Refuse(refuse) => self.said | bit(refuse.seat),
            Event::HandSize(_) | Event::BankStock(_) | Event::Hand(_) => self.said,
            _ => 0,
        };
        match event {
            Event::Start(start) => self.dev_cards.join(start),
            Event::Turn(_) => self.offer = None,
            Event::Offer(offer) => self.offer = Some(Arc::new(offer.clone())),
            Event::PlayerTrade(trade) => {
                self.offer = self.offer.filter(|offer| ![trade.seat, trade.partner].contains(&offer.seat))
            }
            Event::Steal(steal) => self.last_victim[usize::from(steal.thief)] = Some(steal.victim),
            Event::Build(build) if build.piece == BuildPiece::DevCard => self.dev_cards.buy(build.seat),
            Event::PlayDevCard(play) => self.dev_cards.play(play.seat, play.card),
            Event::Monopoly(monopoly) => self.dev_cards.play(monopoly.seat, DevCard::Monopoly),
            Event::YearOfPlenty(year) => self.dev_cards.play(year.seat, DevCard::YearOfPlenty),
            _ => {}
        }
        (self, conduct)
    }

    fn freeze(&self) -> FrozenTable {
        let small = |count: u32| u16::try_from(count).unwrap_or(u16::MAX);
        let offer = |offer: &Arc<Offer>| FrozenOffer(offer.seat, offer.give.counts(), offer.get.counts(), offer.to.clone());
        FrozenTable {
            begun: self.begun,
            counts: self.counts,
            held: self.dev_cards.held.map(small),
            played: self.dev_cards.played.map(small),
            last_victim: self.last_victim,
            offer: self.offer.as_ref().map(offer),
            said: self.said,
        }
    }

    /// A seat that is not at the table is left out, with the offer that it made.
    fn thaw(opening: &Opening<Catan>, frozen: FrozenTable) -> Self {
        let table = Self::new(opening);
        let seated = |seat: &Seat| *seat < table.seats;
        let offer = |FrozenOffer(seat, give, get, to): FrozenOffer| {
            let to = to.into_iter().filter(seated).collect();
            Arc::new(Offer { seat, give: Bundle::of(give), get: Bundle::of(get), to })
        };
        Self {
            begun: frozen.begun,
            counts: frozen.counts.bounded(),
            dev_cards: PublicDevCards {
                held: frozen.held.map(u32::from),
                played: frozen.played.map(u32::from),
                ..table.dev_cards
            },
            last_victim: frozen.last_victim.map(|victim| victim.filter(seated)),
            offer: frozen.offer.filter(|FrozenOffer(seat, ..)| seated(seat)).map(offer),
            said: frozen.said,
            ..table
        }
    }

    fn weigh(&self) -> usize {
        let offer = |offer: &Arc<Offer>| size_of::<[usize; 2]>() + size_of::<Offer>() + offer.to.capacity();
        size_of::<Self>() + self.setup.weigh() + self.offer.as_ref().map_or(0, offer)
    }
}
