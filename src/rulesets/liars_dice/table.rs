//! The public state of a game: dice left, the round's bids, and every round that was revealed.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::LiarsDice;
use super::behaviour::Rates;
use super::bidding::Choice;
use super::event::{self, DiceChange, Event};
use super::hands::{FACES, Hand, MOST_DICE, fits};
use super::history::History;
use super::order::{Claim, Rules};
use super::players::Players;
use super::reading::{Ways, are_ways};
use super::readings::Readings;
use super::revealed::{Lifted, RevealedRound, hands_of};
use super::round::{BiddingRound, Ending, FrozenRound, dice_of, within};
use super::setup::{MOST_SEATS, Setup};
use super::trust::Trusts;
use crate::rulesets::{Conduct, Opening, PublicTable, Seat};

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
    /// The round that is being bid.
    pub round: Option<Arc<BiddingRound>>,
    /// Dice changes that the last call made due.
    pub owed: Vec<(Seat, i8)>,
    /// Revealed rounds in order.
    pub history: History,
    /// Trust in each seat after those rounds, by the formula of the preset `seed`.
    pub trust: Trusts,
    /// What the actions of the round say, read once for all observers.
    pub readings: Readings,
}

impl Table {
    /// The rules of the round that is being bid, or was bid last; before the first, those of a round whose starter has all its dice.
    #[must_use]
    pub fn rules(&self) -> Rules {
        let round = self.round.as_deref().or_else(|| self.history.last().map(|revealed| &*revealed.round));
        let first = || Rules::of(&self.setup, self.setup.is_maputa(&self.dice, 0, None));
        round.map_or_else(first, |round| round.rules)
    }

    /// Dice of the round that was revealed last.
    fn dice_before(&self) -> Option<&[u8; MOST_SEATS]> {
        self.history.last().map(|revealed| &revealed.round.dice)
    }

    /// A seat does something, after this standing bid.
    fn acts(&mut self, seat: Seat, standing: Option<Claim>, choice: Choice) {
        if let Some(round) = &self.round {
            self.readings.acts(seat, &round.spot(seat, standing), choice, &self.history);
        }
    }

    /// What a seat calls out of turn is read as nothing: how often players do so is not known.
    fn calls(&mut self, ending: Ending) {
        if let Some(round) = self.round.as_ref().filter(|round| round.turn() == ending.seat) {
            let standing = round.standing().map(|(_, claim)| claim);
            self.acts(ending.seat, standing, if ending.exact { Choice::Exact } else { Choice::Call });
        }
    }

    fn end(&mut self, ending: Ending) {
        self.calls(ending);
        if let Some(round) = &mut self.round {
            Arc::make_mut(round).ending = Some(ending);
        }
    }

    fn remember(&mut self, revealed: RevealedRound) {
        if self.readings.remember() {
            self.trust.learn(revealed.accuracies());
        }
        self.history.push(revealed);
        self.readings.forget_rates();
    }

    /// Each seat's own rates, as the rounds that were revealed taught them.
    #[must_use]
    pub fn own_rates(&self) -> &[Rates] {
        self.readings.own(&self.history)
    }
}

impl PublicTable<LiarsDice> for Table {
    type Frozen = FrozenTable;

    fn new(opening: &Opening<LiarsDice>) -> Self {
        let seats = opening.seats.len().min(MOST_SEATS) as u8;
        Self {
            setup: opening.setup.clone(),
            seats,
            dice: within([opening.setup.dice(); MOST_SEATS], seats),
            rounds: 0,
            round: None,
            owed: Vec::new(),
            history: History::default(),
            trust: Trusts::new(opening),
            readings: Readings::new(Players::new(opening)),
        }
    }

    /// What is done by or to a seat that is not there changes nothing. The rules let no such event in; this is for those who fold events without asking them.
    fn advance(mut self, event: &Event) -> (Self, Vec<Conduct>) {
        let mut conduct = Vec::new();
        if event::named(event).any(|seat| seat >= self.seats) {
            return (self, conduct);
        }
        match event {
            Event::Round(round) => {
                self.dice = dice_of(round);
                self.rounds = self.rounds.saturating_add(1);
                let before = self.dice_before();
                let begun = BiddingRound::new(&self.setup, self.rounds, self.dice, round.starter, before);
                self.round = Some(Arc::new(begun));
                self.readings.rolled(&self.dice, &self.history);
            }
            Event::Roll(_) => {}
            Event::Bid(bid) => {
                let claim = Claim { quantity: bid.quantity, face: usize::from(bid.face.saturating_sub(1)).min(FACES - 1) };
                let standing = self.round.as_ref().and_then(|round| round.standing());
                self.acts(bid.seat, standing.map(|(_, claim)| claim), Choice::Bid(claim));
                if let Some(round) = &mut self.round {
                    Arc::make_mut(round).bids.push((bid.seat, claim));
                }
            }
            Event::Call(call) => self.end(Ending { seat: call.seat, exact: false }),
            Event::Exact(exact) => self.end(Ending { seat: exact.seat, exact: true }),
            Event::Reveal(reveal) => {
                if let Some(round) = self.round.take() {
                    let hands = hands_of(reveal);
                    self.owed = due(&self.setup, &round, &hands);
                    let revealed = RevealedRound::new(round, hands, self.readings.lift(&hands));
                    conduct = revealed.conduct();
                    self.remember(revealed);
                }
            }
            Event::DiceChange(DiceChange { seat, delta, left }) => {
                self.dice[usize::from(*seat)] = (*left).min(MOST_DICE as u8);
                self.owed.retain(|owed| owed != &(*seat, *delta));
            }
        }
        (self, conduct)
    }

    fn freeze(&self) -> FrozenTable {
        FrozenTable {
            dice: self.dice,
            rounds: self.rounds,
            round: self.round.as_ref().map(|round| round.freeze()),
            owed: self.owed.clone(),
            history: self.history.iter().map(|revealed| (revealed.round.freeze(), revealed.hands, revealed.lifted)).collect(),
            ways: self.readings.ways,
        }
    }

    /// Numbers that no table of this opening has are brought into its bounds: dice, seats, faces; hands of too many dice are empty.
    fn thaw(opening: &Opening<LiarsDice>, frozen: FrozenTable) -> Self {
        let mut table = Self::new(opening);
        table.dice = within(frozen.dice, table.seats);
        table.rounds = frozen.rounds;
        table.owed = frozen.owed.into_iter().filter(|(seat, _)| *seat < table.seats).collect();
        for (round, hands, lifted) in frozen.history {
            let round = round.thaw(&table.setup, table.seats, table.dice_before());
            let hands = hands.map(|hand| if fits(&hand) { hand } else { [0; FACES] });
            let seats = usize::from(table.seats);
            let lifted = std::array::from_fn(|seat| lifted[seat].filter(|lifted| seat < seats && lifted.is_one()));
            table.remember(RevealedRound::new(Arc::new(round), hands, lifted));
        }
        for (ways, frozen) in table.readings.ways.iter_mut().zip(frozen.ways) {
            *ways = if are_ways(&frozen) { frozen } else { *ways };
        }
        if let Some(round) = frozen.round {
            table.replay(round.thaw(&table.setup, table.seats, table.dice_before()));
        }
        table
    }

    fn weigh(&self) -> usize {
        let round = self.round.as_ref().map_or(0, |round| round.weigh());
        let owed = self.owed.capacity() * size_of::<(Seat, i8)>();
        size_of::<Self>() + round + owed + self.history.weigh() + self.readings.weigh()
    }
}

impl Table {
    /// The round that is being bid, with what was read off it so far.
    fn replay(&mut self, round: BiddingRound) {
        self.readings.rolled(&round.dice, &self.history);
        let (bids, ending) = (round.bids.clone(), round.ending);
        self.round = Some(Arc::new(round));
        let mut standing = None;
        for (seat, claim) in bids {
            self.acts(seat, standing, Choice::Bid(claim));
            standing = Some(claim);
        }
        if let Some(ending) = ending {
            self.calls(ending);
        }
    }
}

/// What a snapshot holds of a table. What a revealed round settled follows from its bids and hands, and trust from those.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FrozenTable {
    dice: [u8; MOST_SEATS],
    rounds: u32,
    round: Option<FrozenRound>,
    owed: Vec<(Seat, i8)>,
    history: Vec<(FrozenRound, [Hand; MOST_SEATS], [Option<Lifted>; MOST_SEATS])>,
    ways: [Ways; MOST_SEATS],
}

/// Who loses and wins dice by the call that ended a round.
fn due(setup: &Setup, round: &BiddingRound, hands: &[Hand; MOST_SEATS]) -> Vec<(Seat, i8)> {
    let (Some((bidder, bid)), Some(ending)) = (round.standing(), round.ending) else { return Vec::new() };
    if !setup.loses_dice() {
        return Vec::new();
    }
    let count = round.count(hands, bid.face);
    let (wins, takes, costs) = setup.stakes();
    let held = |seat: Seat| round.dice[usize::from(seat)];
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
