//! The public state of a game: dice left, the round's bids, and every round that was revealed.

use std::sync::Arc;

use super::LiarsDice;
use super::conduct;
use super::event::{self, DiceChange, Event, Reveal, Round};
use super::hands::{Counts, FACES, MOST_DICE, counted};
use super::order::{Claim, Rules, Spot};
use super::setup::{MOST_SEATS, Setup};
use crate::rulesets::{Conduct, Opening, Seat};

/// What everyone at the table knows.
#[derive(Clone, Debug)]
pub struct Table {
    /// The table's rules.
    pub setup: Setup,
    /// How many seats there are.
    pub seats: u8,
    /// Dice of each seat; 0 is out.
    pub dice: [u8; MOST_SEATS],
    /// Rounds begun.
    pub rounds: u32,
    /// The round that is being played.
    pub play: Option<Play>,
    /// Dice changes that the last call made due.
    pub owed: Vec<(Seat, i8)>,
    /// Revealed rounds in order.
    pub history: Arc<Vec<Arc<Played>>>,
}

/// A round that is being played.
#[derive(Clone, Debug)]
pub struct Play {
    /// The number of the round, from 1.
    pub number: u32,
    /// Its rules.
    pub rules: Rules,
    /// Who bids first.
    pub starter: Seat,
    /// Dice of each seat.
    pub dice: [u8; MOST_SEATS],
    /// Whether exact calls are allowed.
    pub exact: bool,
    /// The bids so far.
    pub bids: Vec<(Seat, Claim)>,
    /// What ended the bidding.
    pub ending: Option<Ending>,
}

/// What ended the bidding of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who called.
    pub seat: Seat,
    /// Whether the standing bid was said to be exactly right, and not too high.
    pub exact: bool,
}

/// A revealed round.
#[derive(Clone, Debug)]
pub struct Played {
    /// How it was played.
    pub play: Play,
    /// What each seat held.
    pub hands: [Counts; MOST_SEATS],
    /// What it settled.
    pub conduct: Vec<Conduct>,
}

impl Play {
    /// A round before its first bid.
    #[must_use]
    pub fn new(setup: &Setup, number: u32, dice: [u8; MOST_SEATS], starter: Seat) -> Self {
        let rules = setup.rules(dice.get(usize::from(starter)).copied().unwrap_or(0));
        Self { number, rules, starter, dice, exact: setup.exact(), bids: Vec::new(), ending: None }
    }

    /// All dice at the table.
    #[must_use]
    pub fn total(&self) -> u8 {
        self.dice.iter().fold(0, |sum, dice| sum.saturating_add(*dice))
    }

    /// The standing bid.
    #[must_use]
    pub fn standing(&self) -> Option<(Seat, Claim)> {
        self.bids.last().copied()
    }

    /// The seat that is to act.
    #[must_use]
    pub fn turn(&self) -> Seat {
        self.standing().map_or(self.starter, |(bidder, _)| self.after(bidder))
    }

    /// The next seat that is in.
    #[must_use]
    pub fn after(&self, seat: Seat) -> Seat {
        let next = (1..=MOST_SEATS).map(|step| (usize::from(seat) + step) % MOST_SEATS).find(|next| self.dice[*next] > 0);
        next.unwrap_or_default() as Seat
    }

    /// What a seat would see if it had to act after the bid `last`.
    #[must_use]
    pub fn spot(&self, seat: Seat, last: Option<Claim>) -> Spot {
        let own = self.dice.get(usize::from(seat)).copied().unwrap_or(0);
        Spot::new(self.rules, own, self.total().saturating_sub(own), last, self.exact)
    }

    /// How many dice count for a face.
    #[must_use]
    pub fn count(&self, hands: &[Counts; MOST_SEATS], face: usize) -> u8 {
        hands.iter().fold(0, |sum, hand| sum.saturating_add(self.rules.support(hand, face)))
    }
}

impl Table {
    /// Before the first event.
    #[must_use]
    pub fn new(opening: &Opening<LiarsDice>) -> Self {
        let seats = opening.seats.len().min(MOST_SEATS);
        Self {
            setup: opening.setup.clone(),
            seats: seats as u8,
            dice: std::array::from_fn(|seat| if seat < seats { opening.setup.dice() } else { 0 }),
            rounds: 0,
            play: None,
            owed: Vec::new(),
            history: Arc::default(),
        }
    }

    /// The latest revealed rounds, oldest first.
    #[must_use]
    pub fn recent(&self, rounds: usize) -> &[Arc<Played>] {
        &self.history[self.history.len().saturating_sub(rounds)..]
    }

    /// The table after an event, and the conduct that it settled. What is done by or to a seat that is not there changes nothing: no rule
    /// lets it in, and a damaged log must not stop the server.
    #[must_use]
    pub fn advance(mut self, event: &Event) -> (Self, Vec<Conduct>) {
        let mut conduct = Vec::new();
        if event::named(event).any(|seat| seat >= self.seats) {
            return (self, conduct);
        }
        match event {
            Event::Round(round) => {
                self.dice = dice_of(round);
                self.rounds += 1;
                self.play = Some(Play::new(&self.setup, self.rounds, self.dice, round.starter));
            }
            Event::Roll(_) => {}
            Event::Bid(bid) => {
                if let Some(play) = &mut self.play {
                    let face = usize::from(bid.face.saturating_sub(1)).min(FACES - 1);
                    play.bids.push((bid.seat, Claim { quantity: bid.quantity, face }));
                }
            }
            Event::Call(call) => self.end(call.seat, false),
            Event::Exact(exact) => self.end(exact.seat, true),
            Event::Reveal(reveal) => {
                if let Some(play) = self.play.take() {
                    let hands = hands_of(reveal);
                    conduct = conduct::settled(&play, &hands);
                    self.owed = due(&self.setup, &play, &hands);
                    Arc::make_mut(&mut self.history).push(Arc::new(Played { play, hands, conduct: conduct.clone() }));
                }
            }
            Event::DiceChange(DiceChange { seat, delta, left }) => {
                self.dice[usize::from(*seat)] = (*left).min(MOST_DICE as u8);
                self.owed.retain(|owed| owed != &(*seat, *delta));
            }
        }
        (self, conduct)
    }

    fn end(&mut self, seat: Seat, exact: bool) {
        if let Some(play) = &mut self.play {
            play.ending = Some(Ending { seat, exact });
        }
    }
}

/// Dice by seat, as a round lists them; never more than any rule allows.
#[must_use]
pub fn dice_of(round: &Round) -> [u8; MOST_SEATS] {
    std::array::from_fn(|seat| round.dice.get(&(seat as Seat)).copied().unwrap_or(0).min(MOST_DICE as u8))
}

/// The hands of a reveal. Seats not named, and dice that are none or too many, count as nothing: the rules let neither in.
#[must_use]
pub fn hands_of(reveal: &Reveal) -> [Counts; MOST_SEATS] {
    let hand = |dice: &Vec<u8>| counted(dice).filter(|_| dice.len() <= MOST_DICE);
    std::array::from_fn(|seat| reveal.hands.get(&(seat as Seat)).and_then(hand).unwrap_or([0; FACES]))
}

/// Who loses and wins dice by the call that ended a round.
fn due(setup: &Setup, play: &Play, hands: &[Counts; MOST_SEATS]) -> Vec<(Seat, i8)> {
    let (Some((bidder, bid)), Some(ending)) = (play.standing(), play.ending) else { return Vec::new() };
    let count = play.count(hands, bid.face);
    let (wins, takes, costs) = setup.stakes();
    let held = |seat: Seat| play.dice[usize::from(seat)];
    let loses = |seat: Seat, dice: u8| (seat, -(dice.min(held(seat)) as i8));
    let changes = match ending {
        Ending { seat, exact: false } => vec![loses(if count >= bid.quantity { seat } else { bidder }, 1)],
        Ending { seat, exact: true } if count != bid.quantity => vec![loses(seat, costs)],
        Ending { seat, exact: true } => {
            let room = setup.most().saturating_sub(held(seat));
            vec![loses(bidder, takes), (seat, wins.min(room) as i8)]
        }
    };
    changes.into_iter().filter(|(_, delta)| *delta != 0).collect()
}
