//! What each event does to a belief.
//!
//! A play first says something of the hand (who held the card, what the hand lacks, what the choice says of the rest of it); then the
//! card leaves it. A pass says who holds its cards; with the fourth, twelve cards change hands at once.

use super::Hearts;
use super::belief::{Belief, NOTHING};
use super::card::CardSet;
use super::contradiction;
use super::event::{Deal, DealEnd, Event, Pass, Play, Receive, actor};
use super::fold::Updating;
use super::legal::{Shown, shown};
use super::model::Number;
use super::passing::read_passes;
use super::reading::Reading;
use super::scene::Kind;
use super::seed;
use super::setup::{Direction, SEATS};
use super::table::{Phase, Table};
use super::taste::Taste;
use super::ways::Way;
use super::whereabouts::Whereabouts;
use crate::belief::{Contradiction, Evidence, Source};
use crate::rulesets::{Change, Likelihood, Seat};

/// The belief after an event.
///
/// # Errors
/// Where no deal is left that agrees with it.
pub fn update(belief: &Belief, change: &Change<'_, Hearts>, evidence: &mut Evidence) -> Result<Belief, Contradiction> {
    let source = actor(change.view).map_or(Source::Game, Source::Seat);
    let mut updating = Updating::new(belief, change.before, "deal", source, evidence);
    match change.view {
        Event::Deal(deal) => updating.deal(change.after, deal)?,
        Event::Pass(pass) => updating.pass(change, pass)?,
        Event::Receive(receive) => updating.receive(change.before, receive)?,
        Event::Play(play) => updating.play(change.before, play)?,
        Event::DealEnd(end) => updating.end(change.before.direction, end)?,
    }
    Ok(updating.done())
}

/// The belief under which a seat may play a card next: it holds the card, and lacks what the play would show that it lacks.
///
/// # Errors
/// Where no deal is left.
pub fn playable(belief: &Belief, table: &Table, play: &Play) -> Result<Belief, Contradiction> {
    let mut evidence = Evidence::off();
    let mut updating = Updating::new(belief, table, "play", Source::Seat(play.seat), &mut evidence);
    updating.may_play(table, play)?;
    Ok(updating.done())
}

impl Updating<'_> {
    fn deal(&mut self, after: &Table, deal: &Deal) -> Result<(), Contradiction> {
        self.now.left = after.left();
        self.begin(Whereabouts::ANYWHERE);
        self.now.belief.passing = after.phase == Phase::Passing;
        self.recorder.moved(&self.now, || "Thirteen cards were dealt to each seat.".to_owned());
        for (seat, hand) in &deal.hands {
            self.holds(*seat, *hand, "deal", || format!("Seat {seat} was dealt {hand}."))?;
        }
        Ok(())
    }

    /// All cards are in the deck, or in the hands, and nothing was said of any.
    fn begin(&mut self, holders: Whereabouts) {
        let belief = &mut self.now.belief;
        belief.changed();
        belief.holders = holders;
        belief.leanings = NOTHING;
        belief.passed = [None; SEATS];
        belief.kept = [None; SEATS];
        belief.passing = false;
    }

    fn pass(&mut self, change: &Change<'_, Hearts>, pass: &Pass) -> Result<(), Contradiction> {
        let (before, seat) = (change.before, pass.seat);
        if let Some(cards) = pass.cards {
            self.holds(seat, cards, "pass", || format!("Seat {seat} held the cards that it passed: {cards}."))?;
            self.now.belief.passed[usize::from(seat)] = Some(cards);
        } else {
            let certain = self.now.belief.holders.certain(seat);
            if certain.len() == usize::from(before.left()[usize::from(seat)]) {
                return Err(contradiction::pass_without_cards(certain, seat));
            }
        }
        let is_fourth = before.phase == Phase::Passing && change.after.phase == Phase::Playing;
        if is_fourth { self.exchange(before.direction) } else { Ok(()) }
    }

    /// Twelve cards change hands. What is known moves with them. Of the rest no two cards differ in anything that the observer
    /// knows, so after the exchange, too, every deal of them to the hands is as likely as any other.
    fn exchange(&mut self, direction: Direction) -> Result<(), Contradiction> {
        self.now.belief.hand_over(direction);
        // The sizes of the hands leave no room for unknown cards in a hand that is known: a fact about the exchange, not about the deal.
        // They leave no deal where passes that are known do not fit together.
        self.narrow().map_err(|_| contradiction::exchange(self.now.belief.holders.out()))?;
        self.recorder.turn_to("exchange");
        self.recorder.moved(&self.now, || format!("The passed cards changed hands, {}.", direction.name()));
        self.passes_say(direction, None, |_| "What was passed says what was kept".to_owned());
        Ok(())
    }

    /// What the passes that the observer knows say of hands, and of the way in which the seat plays whose pass it saw just now.
    fn passes_say(&mut self, direction: Direction, seen: Option<Seat>, choice: impl FnOnce(&Belief) -> String) {
        let model = &self.now.belief.model;
        if model.preset.is_none() && model.is_soft() {
            let left = self.now.left;
            let number = match seen {
                Some(seat) => model.number(seat, Way::Own, Taste::PassesHigh),
                None => model.exponent_of(0, Way::Population, Kind::Pass),
            };
            self.leans(Kind::Pass.name(), &number, choice, |belief| Some(read_passes(belief, direction, seen, left)));
        }
    }

    fn receive(&mut self, table: &Table, receive: &Receive) -> Result<(), Contradiction> {
        let (seat, from) = (receive.seat, receive.from);
        let Some(cards) = receive.cards else { return Ok(()) };
        let belief = &mut self.now.belief;
        let passed = &mut belief.passed[usize::from(from)];
        if let Some(passed) = passed.filter(|passed| *passed != cards) {
            return Err(contradiction::received_others(from, passed, seat, cards));
        }
        let seen_before = passed.replace(cards).is_some();
        let kept = cards.and(belief.kept[usize::from(seat)].unwrap_or_default());
        if !seen_before && !kept.is_empty() {
            return Err(contradiction::had_already(seat, from, kept));
        }
        self.holds(seat, cards, "receive", || format!("Seat {seat} took up {cards} from seat {from}."))?;
        // A card that was played has told of its hand more than the pass does.
        if !seen_before && table.plays.is_empty() {
            self.passes_say(table.direction, Some(from), |belief| {
                format!("Seat {from} passed {cards}, read as {}", belief.ways[usize::from(from)])
            });
        }
        Ok(())
    }

    /// The hard facts in a play: the card was held, and by the rules some others were not.
    fn may_play(&mut self, table: &Table, play: &Play) -> Result<(), Contradiction> {
        let (seat, card) = (play.seat, play.card);
        if !self.now.belief.holders.allows(seat, card) {
            return Err(contradiction::cannot_hold(&self.now.belief.holders, table, seat, card));
        }
        self.holds(seat, card.into(), "play", || format!("Seat {seat} held the {card} that it played."))?;
        shown(&table.setup, &table.plays, play).try_for_each(|shown| self.lacks(play, shown))
    }

    /// What a play shows, by the rules, that the hand lacks.
    fn lacks(&mut self, play: &Play, shown: Shown) -> Result<(), Contradiction> {
        let (seat, card) = (play.seat, play.card);
        let lacking = shown.lacking();
        let held: CardSet = lacking.iter().filter(|card| self.now.belief.holders.allows(seat, *card)).collect();
        match shown {
            Shown::OnlyHearts => self
                .without(seat, lacking, "only_hearts", || {
                    format!("Seat {seat} led {card} before hearts were broken: it held nothing but hearts.")
                })
                .map_err(|found| contradiction::breaks(found, play, "led: hearts are not broken", held)),
            Shown::Void(lead) => self
                .without(seat, lacking, "void", || format!("Seat {seat} threw {card} on {}: it held none.", lead.name()))
                .map_err(|found| {
                    contradiction::breaks(found, play, &format!("thrown on {}: suit must be followed", lead.name()), held)
                }),
            Shown::OnlyPenaltyCards => self
                .without(seat, lacking, "only_penalty_cards", || {
                    format!("Seat {seat} threw {card} on the first trick: it held nothing but penalty cards.")
                })
                .map_err(|found| contradiction::breaks(found, play, "thrown on the first trick: it is a penalty card", held)),
        }
    }

    fn play(&mut self, table: &Table, play: &Play) -> Result<(), Contradiction> {
        let (seat, card) = (play.seat, play.card);
        let model = &self.now.belief.model;
        let (is_soft, preset) = (model.is_soft(), model.preset);
        let reading = (is_soft && preset.is_none()).then(|| Reading::of_play(&self.now.belief, table, play));
        self.may_play(table, play)?;
        match reading {
            Some(reading) => {
                let told = self.recorder.is_on().then(|| reading.told(&self.now.belief, seat)).flatten();
                let model = &self.now.belief.model;
                let number = told.map_or_else(
                    || model.exponent_of(seat, Way::Population, reading.kind()),
                    |(way, taste)| model.number(seat, way, taste),
                );
                let chance = reading.probability(&self.now.belief, seat);
                let did = if reading.is_forced() { "had to play" } else { "played" };
                let choice = |belief: &Belief| format!("Seat {seat} {did} {card}, read as {}", belief.ways[usize::from(seat)]);
                // The card has left the hand in what is said of the rest of it.
                let mut left = self.now.left;
                left[usize::from(seat)] = left[usize::from(seat)].saturating_sub(1);
                self.leans(reading.kind().name(), &number, choice, |belief| {
                    let holders = belief.holders.of(card);
                    belief.holders.set(card, 0);
                    reading.heed(belief, seat, left);
                    belief.holders.set(card, holders);
                    Some(chance)
                });
            }
            None if is_soft => {
                for clue in seed::of_play(table, play) {
                    let Likelihood { name, value, .. } = *clue.likelihood;
                    let number = Number { name, value, rests_on: "preset".to_owned() };
                    let choice = |_: &Belief| format!("Seat {seat} played {card}");
                    self.leans(name, &number, choice, |belief| {
                        belief.heed_seed(&clue, seat);
                        None
                    });
                }
            }
            None => {}
        }
        let belief = &mut self.now.belief;
        belief.holders.set(card, 0);
        belief.leanings[card.index()] = NOTHING[card.index()];
        Ok(())
    }

    fn end(&mut self, direction: Direction, end: &DealEnd) -> Result<(), Contradiction> {
        let belief = &self.now.belief;
        for (seat, cards) in &end.passes {
            if let Some(passed) = belief.passed[usize::from(*seat)].filter(|passed| passed != cards) {
                return Err(contradiction::showed_others(*seat, passed, *cards));
            }
            let Some(to) = direction.to(*seat) else { continue };
            if let Some(had) = belief.kept[usize::from(to)].map(|kept| kept.and(*cards)).filter(|had| !had.is_empty()) {
                return Err(contradiction::had_already(to, *seat, had));
            }
        }
        self.begin(Whereabouts::NOWHERE);
        Ok(())
    }
}
