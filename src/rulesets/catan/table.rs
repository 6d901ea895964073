//! The public state of a game: counts, development cards played, the open offer, who robbed whom.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::bundle::{Bundle, Counts};
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
    /// Which seats have turned it down.
    pub refused: [bool; MOST_SEATS],
    /// What offers and refusals have said of hands since cards last moved: whoever says the same again says nothing new.
    said: Arc<Vec<Said>>,
}

/// That a seat holds these cards, by an offer to give them, or does not, by a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Said {
    seat: Seat,
    holds: bool,
    cards: Counts,
}

/// So many are remembered; what is said beyond is taken for said before, so that no talk can move beliefs without end.
const MOST_SAID: usize = 64;

/// What a snapshot holds of a table: everything but the opening's rules and deck.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FrozenTable {
    begun: bool,
    counts: PublicCounts,
    held: [u16; MOST_SEATS],
    played: [u16; 5],
    last_victim: [Option<Seat>; MOST_SEATS],
    offer: Option<FrozenOffer>,
    refused: [bool; MOST_SEATS],
    said: Vec<Said>,
}

/// Who offers what for what to whom. An offer as an event leaves out what is empty, which no snapshot may.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct FrozenOffer(Seat, Counts, Counts, Vec<Seat>);

impl Table {
    /// Whether this event, an offer or a refusal, says again what its seat has said since cards last moved.
    #[must_use]
    pub fn is_said_again(&self, event: &Event) -> bool {
        self.said_by(event).is_some_and(|said| self.said.len() >= MOST_SAID || self.said.contains(&said))
    }

    fn said_by(&self, event: &Event) -> Option<Said> {
        match event {
            Event::Offer(offer) => Some(Said { seat: offer.seat, holds: true, cards: offer.give.counts() }),
            Event::Refuse(refuse) => Some(Said { seat: refuse.seat, holds: false, cards: self.offer.as_ref()?.get.counts() }),
            _ => None,
        }
    }
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
            refused: [false; MOST_SEATS],
            said: Arc::default(),
        }
    }

    fn advance(mut self, event: &Event) -> (Self, Vec<Conduct>) {
        let conduct = conduct::settled(&self, event);
        self.counts.apply(&self.setup, event);
        self.begun = true;
        if event.moves_cards() {
            self.said = Arc::default();
        } else if let Some(said) = self.said_by(event)
            && !self.is_said_again(event)
        {
            Arc::make_mut(&mut self.said).push(said);
        }
        match event {
            Event::Start(start) => self.dev_cards.join(start),
            Event::Turn(_) => self.offer = None,
            Event::Offer(offer) => (self.offer, self.refused) = (Some(Arc::new(offer.clone())), [false; MOST_SEATS]),
            Event::PlayerTrade(trade) => {
                self.offer = self.offer.filter(|offer| ![trade.seat, trade.partner].contains(&offer.seat))
            }
            Event::Steal(steal) => self.last_victim[usize::from(steal.thief)] = Some(steal.victim),
            Event::Build(build) if build.piece == BuildPiece::DevCard => self.dev_cards.buy(build.seat),
            Event::Refuse(refuse) => self.refused[usize::from(refuse.seat)] = true,
            _ => {}
        }
        if let Some((seat, card)) = event.turns_up() {
            self.dev_cards.play(seat, card);
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
            refused: self.refused,
            said: self.said.to_vec(),
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
            refused: frozen.refused,
            said: Arc::new(frozen.said.into_iter().take(MOST_SAID).collect()),
            ..table
        }
    }

    fn weigh(&self) -> usize {
        let offer = |offer: &Arc<Offer>| size_of::<[usize; 2]>() + size_of::<Offer>() + offer.to.capacity();
        let said = size_of::<[usize; 5]>() + self.said.capacity() * size_of::<Said>();
        size_of::<Self>() + self.setup.weigh() + self.offer.as_ref().map_or(0, offer) + said
    }
}
