//! The public state of a game: counts, development cards played, open offers, who robbed whom.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::bundle::{Amounts, Bundle};
use super::counts::PublicCounts;
use super::dev_cards::{PublicDevCards, Turn};
use super::event::{BuildPiece, Event, Offer, PlayerTrade, Refuse};
use super::kept::{self, Step};
use super::setup::{MOST_SEATS, Setup};
use super::{Catan, conduct};
use crate::rulesets::{Conduct, Opening, PublicTable, Seat};

/// What everyone at the table knows. Everything in it has a bound: an offer a seat, 64 things said, and of each seat's turns with development cards what the deck allows.
#[derive(Clone, Debug)]
pub struct Table {
    /// The table's rules.
    pub setup: Arc<Setup>,
    /// How many seats there are.
    pub seats: u8,
    /// Numbers of resource cards.
    pub counts: PublicCounts,
    /// Numbers of development cards.
    pub dev_cards: PublicDevCards,
    /// Whom each seat stole from last.
    pub last_victim: [Option<Seat>; MOST_SEATS],
    /// The open offers, in the order in which they were made: of each seat the last.
    offers: Arc<Vec<OpenOffer>>,
    /// What offers and refusals have said of hands since cards last moved: whoever says the same again says nothing new.
    said: Arc<Vec<Said>>,
}

/// An offer on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenOffer {
    /// Who offers what for what to whom.
    pub offer: Offer,
    /// Which seats have turned it down.
    pub refused: [bool; MOST_SEATS],
}

impl OpenOffer {
    /// Whether the seat could answer it: it is another's, and made to it.
    #[must_use]
    pub fn is_to(&self, seat: Seat) -> bool {
        self.offer.seat != seat && (self.offer.to.is_empty() || self.offer.to.contains(&seat))
    }

    /// Whether the seat has turned it down.
    #[must_use]
    pub fn was_refused_by(&self, seat: Seat) -> bool {
        self.refused[usize::from(seat)]
    }
}

/// That a seat holds these cards, by an offer to give them, or does not, by a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Said {
    seat: Seat,
    holds: bool,
    cards: Amounts,
}

/// So many are remembered; what is said beyond is taken for said before, so that no talk can move beliefs without end.
const MOST_SAID: usize = 64;

/// What a snapshot holds of a table: everything but the opening's rules and deck.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FrozenTable {
    counts: PublicCounts,
    held: [u16; MOST_SEATS],
    played: [u16; 5],
    turn: Turn,
    fresh: [u16; MOST_SEATS],
    unread: [u16; MOST_SEATS],
    steps: [Vec<Step>; MOST_SEATS],
    last_victim: [Option<Seat>; MOST_SEATS],
    offers: Vec<FrozenOffer>,
    said: Vec<Said>,
}

/// Who offers what for what to whom, and who has turned it down. An offer as an event leaves out what is empty, which no snapshot may.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct FrozenOffer(Seat, Amounts, Amounts, Vec<Seat>, [bool; MOST_SEATS]);

impl Table {
    /// Whether this event, an offer or a refusal, says again what its seat has said since cards last moved.
    #[must_use]
    pub fn is_said_again(&self, event: &Event) -> bool {
        self.said_by(event).is_some_and(|said| self.said.len() >= MOST_SAID || self.said.contains(&said))
    }

    fn said_by(&self, event: &Event) -> Option<Said> {
        match event {
            Event::Offer(offer) => Some(Said { seat: offer.seat, holds: true, cards: offer.give.counts() }),
            Event::Refuse(refuse) => Some(Said { seat: refuse.seat, holds: false, cards: self.wanted(refuse)?.counts() }),
            _ => None,
        }
    }

    /// The open offers that a maker made; those of all where none is named.
    pub fn offers_of(&self, maker: Option<Seat>) -> impl DoubleEndedIterator<Item = &OpenOffer> {
        self.offers.iter().filter(move |open| maker.is_none_or(|maker| open.offer.seat == maker))
    }

    /// What the offer wanted that is turned down: one that the seat has not turned down yet, or any where it has turned down all. `None` where the refusal may
    /// be of several that want different cards.
    #[must_use]
    pub fn wanted(&self, refuse: &Refuse) -> Option<&Bundle> {
        let meant: Vec<&OpenOffer> = self.offers_of(refuse.maker).filter(|open| open.is_to(refuse.seat)).collect();
        let is_again = meant.iter().all(|open| open.was_refused_by(refuse.seat));
        let mut wanted = meant.iter().filter(|open| is_again || !open.was_refused_by(refuse.seat)).map(|open| &open.offer.get);
        let first = wanted.next()?;
        wanted.all(|other| other == first).then_some(first)
    }

    /// The place of the offer that a refusal is counted for: the last that it can be of and that the seat has not turned down yet.
    fn turned_down(&self, refuse: &Refuse) -> Option<usize> {
        let meant = |open: &OpenOffer| {
            refuse.maker.is_none_or(|maker| open.offer.seat == maker)
                && open.is_to(refuse.seat)
                && !open.was_refused_by(refuse.seat)
        };
        self.offers.iter().rposition(meant)
    }

    /// Whether the seat turns an offer down that it has not turned down before.
    #[must_use]
    pub fn is_first_refusal(&self, refuse: &Refuse) -> bool {
        self.turned_down(refuse).is_some()
    }

    /// The open offer that a trade takes up: the last of the two seats' offers that says what is traded, else the last of them.
    #[must_use]
    pub fn taken_up(&self, trade: &PlayerTrade) -> Option<&OpenOffer> {
        let of = |open: &OpenOffer, maker: Seat, other: Seat| open.offer.seat == maker && open.is_to(other);
        let as_said = |open: &&OpenOffer| {
            let (given, got) = if open.offer.seat == trade.seat { (trade.give, trade.get) } else { (trade.get, trade.give) };
            (open.offer.give, open.offer.get) == (given, got)
        };
        let theirs =
            || self.offers.iter().rev().filter(|open| of(open, trade.seat, trade.partner) || of(open, trade.partner, trade.seat));
        theirs().find(as_said).or_else(|| theirs().next())
    }

    /// Only the offers that are kept stay open.
    fn keep_offers(&mut self, kept: impl Fn(&OpenOffer) -> bool) {
        if !self.offers.iter().all(&kept) {
            Arc::make_mut(&mut self.offers).retain(kept);
        }
    }
}

impl PublicTable<Catan> for Table {
    type Frozen = FrozenTable;

    fn new(opening: &Opening<Catan>) -> Self {
        Self {
            setup: Arc::new(opening.setup.clone()),
            seats: opening.seats.len() as u8,
            counts: PublicCounts::default(),
            dev_cards: PublicDevCards::new(&opening.setup),
            last_victim: [None; MOST_SEATS],
            offers: Arc::default(),
            said: Arc::default(),
        }
    }

    fn advance(mut self, event: &Event) -> (Self, Vec<Conduct>) {
        let conduct = conduct::settled(&self, event);
        self.counts.apply(&self.setup, event);
        if event.moves_cards() {
            self.said = Arc::default();
        } else if let Some(said) = self.said_by(event)
            && !self.is_said_again(event)
        {
            Arc::make_mut(&mut self.said).push(said);
        }
        match event {
            Event::Start(start) => {
                self.dev_cards.join(start);
                self.last_victim = [None; MOST_SEATS];
                self.keep_offers(|_| false);
            }
            Event::Turn(turn) => {
                self.keep_offers(|_| false);
                self.dev_cards.begin_turn(turn.seat);
            }
            Event::Offer(offer) => {
                self.keep_offers(|open| open.offer.seat != offer.seat);
                Arc::make_mut(&mut self.offers).push(OpenOffer { offer: offer.clone(), refused: [false; MOST_SEATS] });
            }
            Event::PlayerTrade(trade) => self.keep_offers(|open| ![trade.seat, trade.partner].contains(&open.offer.seat)),
            Event::Steal(steal) => self.last_victim[usize::from(steal.thief)] = Some(steal.victim),
            Event::Build(build) if build.piece == BuildPiece::DevCard => self.dev_cards.buy(build.seat),
            Event::Refuse(refuse) => {
                if let Some(at) = self.turned_down(refuse) {
                    Arc::make_mut(&mut self.offers)[at].refused[usize::from(refuse.seat)] = true;
                }
            }
            _ => {}
        }
        if let Some((seat, card)) = event.turns_up() {
            self.dev_cards.play(seat, card);
        }
        (self, conduct)
    }

    fn freeze(&self) -> FrozenTable {
        let small = |count: u32| u16::try_from(count).unwrap_or(u16::MAX);
        let offer = |OpenOffer { offer, refused }: &OpenOffer| {
            FrozenOffer(offer.seat, offer.give.counts(), offer.get.counts(), offer.to.iter().copied().collect(), *refused)
        };
        FrozenTable {
            counts: self.counts,
            held: self.dev_cards.held.map(small),
            played: self.dev_cards.played.map(small),
            turn: self.dev_cards.turn,
            fresh: self.dev_cards.fresh.map(small),
            unread: self.dev_cards.unread.map(small),
            steps: (*self.dev_cards.steps).clone(),
            last_victim: self.last_victim,
            offers: self.offers.iter().map(offer).collect(),
            said: self.said.to_vec(),
        }
    }

    /// A seat that is not at the table is left out, with the offer that it made.
    fn thaw(opening: &Opening<Catan>, frozen: FrozenTable) -> Self {
        let table = Self::new(opening);
        let seated = |seat: &Seat| *seat < table.seats;
        let offer = |FrozenOffer(seat, give, get, to, refused): FrozenOffer| {
            let to = to.into_iter().filter(seated).collect();
            OpenOffer { offer: Offer { seat, give: Bundle::of(give), get: Bundle::of(get), to }, refused }
        };
        let offers = frozen.offers.into_iter().take(MOST_SEATS).filter(|FrozenOffer(seat, ..)| seated(seat)).map(offer);
        Self {
            counts: frozen.counts.bounded(),
            dev_cards: PublicDevCards {
                held: frozen.held.map(u32::from),
                played: frozen.played.map(u32::from),
                turn: Turn { seat: frozen.turn.seat.filter(seated), ..frozen.turn },
                fresh: frozen.fresh.map(u32::from),
                unread: frozen.unread.map(u32::from),
                steps: Arc::new(frozen.steps.map(kept::thawed)),
                ..table.dev_cards
            },
            last_victim: frozen.last_victim.map(|victim| victim.filter(seated)),
            offers: Arc::new(offers.collect()),
            said: Arc::new(frozen.said.into_iter().take(MOST_SAID).collect()),
            ..table
        }
    }

    fn weigh(&self) -> usize {
        // A set of seats has one node.
        let to = 32 * self.offers.iter().filter(|open| !open.offer.to.is_empty()).count();
        let offers = size_of::<[usize; 5]>() + self.offers.capacity() * size_of::<OpenOffer>() + to;
        let said = size_of::<[usize; 5]>() + self.said.capacity() * size_of::<Said>();
        let steps: usize = self.dev_cards.steps.iter().map(|steps| steps.capacity() * size_of::<Step>()).sum();
        size_of::<Self>() + self.setup.weigh() + offers + said + size_of::<[Vec<Step>; MOST_SEATS]>() + steps
    }
}
