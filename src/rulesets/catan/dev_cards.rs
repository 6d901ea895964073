//! What everybody knows of the unplayed development cards: how many each seat holds, which were played, and what passed in each seat's turns.
//!
//! What one observer saw of them besides is [`DevCards`](super::seen_cards::DevCards); everything else follows from the two
//! ([`Holdings`](super::holdings::Holdings)).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::bundle::{Cards, DevCard};
use super::event::{Event, Start};
use super::kept::{self, Step};
use super::setup::{MOST_SEATS, Setup};
use crate::rulesets::Seat;

/// What everyone knows of the development cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicDevCards {
    /// All cards that there are, by type.
    pub deck: Cards,
    /// Numbers of unplayed cards, by seat.
    pub held: [u32; MOST_SEATS],
    /// Cards played, by type.
    pub played: Cards,
    /// Whose turn it is, as far as turns and plays show it.
    pub turn: Turn,
    /// Of the unplayed cards, how many each seat bought since its turn began. A lower bound after it turned up a victory point, which may have been one of them.
    pub fresh: [u32; MOST_SEATS],
    /// Of the unplayed cards, how many each seat bought of which no step says so yet.
    pub unread: [u32; MOST_SEATS],
    /// What happened to each seat's cards.
    pub steps: Arc<[Vec<Step>; MOST_SEATS]>,
}

/// Whose turn it is, and what was seen of this table's ways with development cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// The seat; nobody's before the first turn that is posted, or the first card that is played.
    pub seat: Option<Seat>,
    /// The first card that it played in this turn.
    pub played: Option<DevCard>,
    /// This turn was posted, and is not only known by a play.
    pub is_posted: bool,
    /// A card that it was seen to buy may be played in this turn for the first time.
    pub has_new: bool,
    /// A victory point was turned up in this turn by a seat that had bought in it: nobody knows which of its other cards are older, so that the turn says nothing of them.
    pub is_mixed: bool,
    /// A card was played in the turn in which it was bought. The rules forbid it, some tables do not.
    pub plays_at_once: bool,
}

impl PublicDevCards {
    /// A full deck.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        Self {
            deck: setup.deck(),
            held: [0; MOST_SEATS],
            played: [0; 5],
            turn: Turn::default(),
            fresh: [0; MOST_SEATS],
            unread: [0; MOST_SEATS],
            steps: Arc::default(),
        }
    }

    /// The table stands with these cards held and played.
    pub fn join(&mut self, start: &Start) {
        self.held = std::array::from_fn(|seat| start.dev_cards_of(seat as Seat));
        self.played = [0; 5];
        for (card, count) in &start.dev_cards_played {
            self.played[*card as usize] = u32::from(*count);
        }
        self.turn = Turn { plays_at_once: self.turn.plays_at_once, ..Turn::default() };
        self.steps = Arc::default();
        self.unread = self.held;
        (0..MOST_SEATS).for_each(|seat| self.ripen(seat as Seat));
    }

    /// This seat's turn is posted.
    pub fn begin_turn(&mut self, seat: Seat) {
        self.take_turn(seat);
        self.turn.is_posted = true;
    }

    /// The seat whose turn is over by this event, and the first card that it played in it. `None` unless that turn was posted, and a card that the seat was seen to buy could be
    /// played in it for the first time. A turn is over when another seat's is posted, when another seat plays a card, and when the seat itself plays a second one.
    #[must_use]
    pub fn new_card_turn(&self, event: &Event) -> Option<(Seat, Option<DevCard>)> {
        let seat = self.turn.seat.filter(|_| self.turn.is_posted)?;
        let is_over = match (event, event.turns_up()) {
            (Event::Turn(turn), _) => turn.seat != seat,
            (_, Some((player, card))) => is_played_in_turn(card) && (player != seat || self.turn.played.is_some()),
            _ => false,
        };
        if !is_over {
            return None;
        }
        let bought_in_it = self.turn.plays_at_once && self.turn.played.is_none() && self.fresh[usize::from(seat)] > 0;
        (self.turn.has_new || bought_in_it).then_some((seat, self.turn.played))
    }

    /// A seat buys a card.
    pub fn buy(&mut self, seat: Seat) {
        self.held[usize::from(seat)] += 1;
        self.fresh[usize::from(seat)] += 1;
        self.unread[usize::from(seat)] += 1;
    }

    /// The seat whose turn ends when that of `now` begins, if it could have played a card in it and played none.
    #[must_use]
    pub fn kept_by(&self, now: Seat) -> Option<Seat> {
        let seat = self.turn.seat.filter(|seat| *seat != now && self.turn.played.is_none())?;
        if self.turn.plays_at_once {
            return (self.held[usize::from(seat)] > 0).then_some(seat);
        }
        (!self.turn.is_mixed && self.held[usize::from(seat)] > self.fresh[usize::from(seat)]).then_some(seat)
    }

    /// It is this seat's turn. What it bought before may be played from here on.
    pub fn take_turn(&mut self, seat: Seat) {
        if self.turn.seat == Some(seat) {
            return;
        }
        if let Some(kept) = self.kept_by(seat) {
            if self.turn.plays_at_once {
                self.ripen(kept);
            }
            self.add(kept, Step::Passed(1));
        }
        self.start_turn(seat);
    }

    fn start_turn(&mut self, seat: Seat) {
        let has_new = self.fresh[usize::from(seat)] > 0;
        self.turn = Turn { seat: Some(seat), played: None, is_posted: false, is_mixed: false, has_new, ..self.turn };
        self.ripen(seat);
    }

    /// A seat plays a card.
    pub fn play(&mut self, seat: Seat, card: DevCard) {
        self.turn_up(seat, card, Step::Played);
        let held = &mut self.held[usize::from(seat)];
        *held = held.saturating_sub(1);
        if is_played_in_turn(card) {
            self.turn.played = self.turn.played.or(Some(card));
        }
        self.played[card as usize] += 1;
    }

    /// A seat turns a card up, in its turn, unless it is a victory point. Where it bought all that it holds in this turn, the table lets cards be played
    /// at once.
    pub fn turn_up(&mut self, seat: Seat, card: DevCard, step: fn(DevCard) -> Step) {
        let at = usize::from(seat);
        if is_played_in_turn(card) {
            self.take_turn(seat);
            if self.turn.played.is_some() {
                // One card a turn: this is another of its turns, which nobody posted.
                self.start_turn(seat);
            }
            self.turn.plays_at_once |= self.fresh[at] >= self.held[at];
            self.turn.has_new |= self.turn.plays_at_once && self.fresh[at] > 0;
            if self.turn.plays_at_once {
                self.ripen(seat);
            }
        } else {
            // It was bought at any time: it may be one of the fresh ones, or an older one.
            self.turn.is_mixed |= self.turn.seat == Some(seat) && self.fresh[at] > 0;
            self.fresh[at] = self.fresh[at].saturating_sub(1);
            self.read(seat);
        }
        self.add(seat, step(card));
    }

    /// What a seat bought may be played.
    fn ripen(&mut self, seat: Seat) {
        self.fresh[usize::from(seat)] = 0;
        self.read(seat);
    }

    /// What a seat bought is a step of its own.
    fn read(&mut self, seat: Seat) {
        let bought = std::mem::take(&mut self.unread[usize::from(seat)]);
        if bought > 0 {
            self.add(seat, Step::Bought(u16::try_from(bought).unwrap_or(u16::MAX)));
        }
    }

    fn add(&mut self, seat: Seat, step: Step) {
        kept::add(&mut Arc::make_mut(&mut self.steps)[usize::from(seat)], step);
    }

    /// Cards that nobody bought yet.
    #[must_use]
    pub fn stock(&self) -> u32 {
        let gone: u32 = self.held.iter().sum::<u32>() + self.played.iter().sum::<u32>();
        self.deck.iter().sum::<u32>().saturating_sub(gone)
    }

    /// Cards of a type that were not played yet.
    #[must_use]
    pub fn unplayed(&self, card: DevCard) -> u32 {
        self.deck[card as usize].saturating_sub(self.played[card as usize])
    }

    /// How many values the public counts allow for a seat's cards of a type.
    #[must_use]
    pub fn allowed(&self, seat: Seat, card: DevCard) -> u32 {
        self.held[usize::from(seat)].min(self.unplayed(card)) + 1
    }
}

/// Victory points are turned up when the game ends, by whoever holds some.
pub const fn is_played_in_turn(card: DevCard) -> bool {
    !matches!(card, DevCard::VictoryPoint)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn deck() -> PublicDevCards {
        PublicDevCards {
            deck: [14, 5, 2, 2, 2],
            held: [0; MOST_SEATS],
            played: [0; 5],
            turn: Turn::default(),
            fresh: [0; MOST_SEATS],
            unread: [0; MOST_SEATS],
            steps: Arc::default(),
        }
    }

    #[test]
    fn a_turn_without_a_play_says_something_of_cards_that_could_have_been_played() {
        let mut public = deck();
        public.take_turn(0);
        public.buy(0);
        assert_eq!(public.kept_by(1), None, "it bought the card in this turn");
        public.take_turn(1);
        public.take_turn(0);
        assert_eq!(public.kept_by(0), None, "it is still its turn");
        assert_eq!(public.kept_by(1), Some(0));
        public.take_turn(1);
        assert_eq!(public.steps[0], [Step::Bought(1), Step::Passed(1)]);
        // A knight may be played before the turn is posted.
        public.play(0, DevCard::Knight);
        public.take_turn(0);
        assert_eq!(public.kept_by(1), None, "it has played");
        assert_eq!(public.steps[0], [Step::Bought(1), Step::Passed(1), Step::Played(DevCard::Knight)]);
        assert!(!public.turn.plays_at_once);
    }

    #[test]
    fn a_table_that_lets_cards_be_played_at_once_is_noticed() {
        let mut public = deck();
        public.take_turn(0);
        public.buy(0);
        public.play(0, DevCard::Monopoly);
        assert!(public.turn.plays_at_once);
        public.take_turn(1);
        public.buy(1);
        assert_eq!(public.kept_by(0), Some(1), "it could have played what it bought");
        public.take_turn(0);
        assert_eq!(public.steps[1], [Step::Bought(1), Step::Passed(1)]);
    }

    #[test]
    fn victory_points_are_turned_up_whosever_turn_it_is() {
        let mut public = deck();
        public.take_turn(0);
        public.buy(0);
        public.buy(1);
        public.play(0, DevCard::VictoryPoint);
        public.play(1, DevCard::VictoryPoint);
        assert_eq!(public.turn, Turn { seat: Some(0), is_mixed: true, ..Turn::default() });
        assert_eq!(public.steps[1], [Step::Bought(1), Step::Played(DevCard::VictoryPoint)]);
    }

    /// Of two cards that were bought in a turn one is turned up in it: the other could not be played. It may be in the next turn, for the first time.
    #[test]
    fn a_victory_point_of_the_turn_makes_no_other_card_of_it_old() {
        let mut public = deck();
        public.begin_turn(0);
        public.buy(0);
        public.buy(0);
        public.play(0, DevCard::VictoryPoint);
        assert_eq!((public.kept_by(1), ended(&public)), (None, None));
        public.begin_turn(1);
        assert_eq!(public.steps[0], [Step::Bought(2), Step::Played(DevCard::VictoryPoint)]);
        public.begin_turn(0);
        assert_eq!((public.kept_by(1), ended(&public)), (Some(0), Some((0, None))));
        // Nor does a card that is played after it say that the table lets cards be played at once: it may be an older one.
        public.buy(0);
        public.play(0, DevCard::VictoryPoint);
        public.play(0, DevCard::Knight);
        assert!(!public.turn.plays_at_once);
        // But where all that it holds is of this turn, it does.
        public.begin_turn(2);
        (0..2).for_each(|_| public.buy(2));
        public.play(2, DevCard::VictoryPoint);
        public.play(2, DevCard::Knight);
        assert!(public.turn.plays_at_once);
    }

    #[test]
    fn a_second_play_is_of_another_turn() {
        let mut public = deck();
        // Nobody posts turns. What was bought between two plays was bought in a turn that is over.
        public.buy(0);
        public.play(0, DevCard::Knight);
        public.buy(0);
        public.play(0, DevCard::Knight);
        assert!(!public.turn.plays_at_once);
        let [bought, played] = [Step::Bought(1), Step::Played(DevCard::Knight)];
        assert_eq!(public.steps[0], [bought, played, bought, played]);
    }

    fn turn(seat: Seat) -> Event {
        serde_json::from_value(json!({"turn": {"seat": seat}})).unwrap()
    }

    fn knight(seat: Seat) -> Event {
        serde_json::from_value(json!({"play_dev_card": {"seat": seat, "card": "knight"}})).unwrap()
    }

    /// Whose turn with a new card ends where seat 3's is posted, and what it played.
    fn ended(public: &PublicDevCards) -> Option<(Seat, Option<DevCard>)> {
        public.new_card_turn(&turn(3))
    }

    #[test]
    fn plays_end_turns_too() {
        let mut public = deck();
        public.begin_turn(0);
        public.buy(0);
        public.begin_turn(1);
        public.begin_turn(0);
        assert_eq!(public.new_card_turn(&knight(0)), None, "its turn goes on");
        assert_eq!(public.new_card_turn(&knight(1)), Some((0, None)), "another's does not");
        let victory_point = json!({"play_dev_card": {"seat": 1, "card": "victory_point"}});
        assert_eq!(
            public.new_card_turn(&serde_json::from_value(victory_point).unwrap()),
            None,
            "the game may end in anybody's turn"
        );
        public.play(0, DevCard::Monopoly);
        // A second card, by whatever rules it is played: the first one is settled, once.
        assert_eq!(public.new_card_turn(&knight(0)), Some((0, Some(DevCard::Monopoly))));
        public.play(0, DevCard::Knight);
        assert_eq!(ended(&public), None);
    }

    #[test]
    fn a_turn_with_a_new_card_is_noticed_once() {
        let mut public = deck();
        public.begin_turn(0);
        public.buy(0);
        assert_eq!(ended(&public), None, "it cannot be played yet");
        public.begin_turn(1);
        public.begin_turn(0);
        assert_eq!(ended(&public), Some((0, None)));
        assert_eq!(public.new_card_turn(&turn(0)), None, "the same turn is posted again");
        public.begin_turn(1);
        public.begin_turn(0);
        assert_eq!(ended(&public), None, "the card is an old one");
        public.buy(0);
        public.begin_turn(1);
        // A knight is played before the dice, and the turn is posted with them.
        public.play(0, DevCard::Knight);
        assert_eq!(ended(&public), None, "nobody posted this turn yet");
        public.begin_turn(0);
        assert_eq!(ended(&public), Some((0, Some(DevCard::Knight))));
    }

    #[test]
    fn where_turns_are_not_posted_no_turn_with_a_new_card_is_known() {
        let mut public = deck();
        for seat in [0, 1, 0, 1] {
            public.buy(seat);
            public.play(seat, DevCard::Knight);
            assert_eq!(ended(&public), None);
        }
        // Nor are the cards of a table that is joined new ones.
        public.join(&serde_json::from_value(json!({"dev_cards": {"0": 2}})).unwrap());
        public.begin_turn(0);
        assert_eq!(ended(&public), None);
    }

    #[test]
    fn where_cards_are_played_at_once_the_turn_of_the_purchase_counts() {
        let mut public = deck();
        public.begin_turn(0);
        public.buy(0);
        public.play(0, DevCard::Monopoly);
        assert_eq!(ended(&public), Some((0, Some(DevCard::Monopoly))));
        public.begin_turn(1);
        public.buy(1);
        assert_eq!(ended(&public), Some((1, None)));
        public.begin_turn(0);
        public.begin_turn(1);
        assert_eq!(ended(&public), None, "it counts once");
        // A card that is bought after a play cannot be played in that turn any more: its first turn is the next one.
        public.play(1, DevCard::Knight);
        public.buy(1);
        assert_eq!(ended(&public), None);
        public.begin_turn(0);
        public.begin_turn(1);
        assert_eq!(ended(&public), Some((1, None)));
    }
}
