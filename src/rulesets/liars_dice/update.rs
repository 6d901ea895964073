//! What each event does to a belief.
//!
//! A round rolls all dice anew, whatever was known of them. An action of a seat weighs that seat's hands alone: it was chosen from
//! its own dice and from what is public. A roll and a reveal show hands. Dice that are lost or won lie still until the next round.

use super::belief::{Belief, words};
use super::bidding::{self, Reply};
use super::conduct;
use super::cup::Cup;
use super::event::{Bid, Event, Reveal};
use super::hands::{Counts, FACES, counted};
use super::likelihood::{CALL_NAMES, EXACT_NAMES, EXACTS};
use super::marginals::variable;
use super::order::{Claim, Situation};
use super::seed;
use super::setup::Weighing;
use super::table::{Play, Table, dice_of, hands_of};
use super::telling::Telling;
use crate::belief::{Contradiction, Evidence, Parameter, Source};
use crate::rulesets::Seat;

/// The belief after an event; `table` is the one before it.
///
/// # Errors
/// Where a hand is shown that cannot be, or a seat is named that is not at the table.
pub fn update(belief: &Belief, table: &Table, event: &Event, evidence: &mut Evidence) -> Result<Belief, Contradiction> {
    if let Some(seat) = super::event::named(event).find(|seat| usize::from(*seat) >= belief.cups.len()) {
        return Err(contradiction(seat, format!("there is no seat {seat}")));
    }
    let source = super::event::actor(event).map_or(Source::Game, Source::Seat);
    let mut belief = belief.clone();
    let mut telling = Telling::new(evidence, &belief, source);
    match event {
        Event::Round(round) => {
            let dice = dice_of(round);
            belief.round = table.rounds + 1;
            belief.rules = table.setup.rules(dice.get(usize::from(round.starter)).copied().unwrap_or(0));
            let cups = (0..belief.cups.len()).map(|seat| rolled(&belief, table, seat, dice[seat]));
            belief.cups = cups.collect();
            telling.moved(&belief, "round", || format!("Round {}: all dice are rolled anew.", table.rounds + 1));
        }
        Event::Roll(roll) => {
            let hand = counted(&roll.dice).unwrap_or_default();
            let p = see(&mut belief, roll.seat, &hand)?;
            telling.learned(&belief, "roll", p, || format!("Seat {} rolled {}.", roll.seat, words(&hand)));
        }
        Event::Bid(bid) => act(&mut belief, table, &mut telling, bid),
        Event::Call(call) => answer(&mut belief, table, &mut telling, call.seat, Reply::Call),
        Event::Exact(exact) => answer(&mut belief, table, &mut telling, exact.seat, Reply::Exact),
        Event::Reveal(reveal) => self::reveal(&mut belief, table, &mut telling, reveal)?,
        Event::DiceChange(_) => {}
    }
    Ok(belief)
}

fn rolled(belief: &Belief, table: &Table, seat: usize, dice: u8) -> Cup {
    match belief.terms.parameters.weighing() {
        Weighing::Seed => {
            // The round that begins is not in the table yet.
            let bids = seed_bids(belief, table, seat).into_iter().map(|(rounds, face)| (rounds + 1, face));
            Cup::weighed(dice, &seed::face_weights(&bids.collect::<Vec<_>>(), seed_trust(belief, table, seat)))
        }
        Weighing::Bids | Weighing::Uniform => Cup::rolled(dice),
    }
}

fn seed_bids(belief: &Belief, table: &Table, seat: usize) -> Vec<(u32, usize)> {
    let parameters = &belief.terms.parameters;
    if parameters.history() { seed::bids_of(table, parameters.memory(), seat) } else { Vec::new() }
}

fn seed_trust(belief: &Belief, table: &Table, seat: usize) -> f64 {
    if belief.terms.parameters.trust() { belief.trust(table, seat) } else { seed::START }
}

fn contradiction(seat: Seat, detail: String) -> Contradiction {
    Contradiction { detail, variables: (0..FACES).map(|face| variable(seat, face)).collect(), certain: true }
}

/// A hand is shown: how likely it was.
fn see(belief: &mut Belief, seat: Seat, hand: &Counts) -> Result<f64, Contradiction> {
    let Some(cup) = belief.cups.get_mut(usize::from(seat)) else {
        return Err(contradiction(seat, format!("there is no seat {seat}")));
    };
    let p = cup.p(hand);
    if p <= 0.0 {
        let held = match cup {
            Cup::Known(known) => format!("it holds {}", words(known)),
            Cup::Unseen(unseen) => format!("it has {} dice", unseen.dice),
        };
        return Err(contradiction(seat, format!("seat {seat} cannot hold {}: {held}", words(hand))));
    }
    *cup = Cup::Known(*hand);
    Ok(p)
}

fn act(belief: &mut Belief, table: &Table, telling: &mut Telling<'_>, bid: &Bid) {
    let Some(play) = &table.play else { return };
    let seat = usize::from(bid.seat);
    let claim = Claim { quantity: bid.quantity, face: usize::from(bid.face.saturating_sub(1)).min(FACES - 1) };
    let spot = play.spot(bid.seat, play.standing().map(|(_, claim)| claim));
    match belief.terms.parameters.weighing() {
        Weighing::Uniform => {}
        Weighing::Seed => {
            let mut bids = seed_bids(belief, table, seat);
            if belief.terms.parameters.history() {
                bids.push((0, claim.face));
            }
            let weights = seed::face_weights(&bids, seed_trust(belief, table, seat));
            let Cup::Unseen(before) = &belief.cups[seat] else { return };
            let Cup::Unseen(after) = Cup::weighed(before.dice, &weights) else { return };
            let ratios: Vec<f64> = after.weights.iter().zip(&before.weights).map(|(after, before)| after / before).collect();
            let trust = seed_trust(belief, table, seat);
            lean(
                belief,
                telling,
                bid.seat,
                &ratios,
                "bid",
                |_| Parameter { name: "seed_trust", value: trust },
                || format!("Seat {seat} bids {} x {}: by the seed's formula it has more of that face.", bid.quantity, bid.face),
            );
        }
        // Where an earlier event was taken out, a bid may no longer be one that the rules allow: then it tells nothing.
        Weighing::Bids if spot.allows(claim) => {
            if spot.last.is_some() {
                answer(belief, table, telling, bid.seat, Reply::Bid);
            }
            let rates = &belief.players[seat];
            let likelihood = bidding::bids(&spot, rates, claim);
            let value = rates.bluff[conduct::bluff_context(spot.situation(), spot.own)];
            let name = match spot.situation() {
                Situation::Opening => "bluff_opening",
                Situation::Raise => "bluff_raise",
                Situation::Cornered => "bluff_cornered",
            };
            lean(
                belief,
                telling,
                bid.seat,
                &likelihood,
                "bid",
                |_| Parameter { name, value },
                || format!("Seat {seat} bids {} x {}: its dice more likely support that.", bid.quantity, bid.face),
            );
        }
        Weighing::Bids => {}
    }
}

/// How a seat answered the standing bid says how likely it thought that.
fn answer(belief: &mut Belief, table: &Table, telling: &mut Telling<'_>, seat: Seat, reply: Reply) {
    let Some(play) = &table.play else { return };
    let Some((_, standing)) = play.standing() else { return };
    if belief.terms.parameters.weighing() != Weighing::Bids {
        return;
    }
    let spot = play.spot(seat, Some(standing));
    let rates = &belief.players[usize::from(seat)];
    let likelihood = bidding::replies(&spot, rates, reply);
    let (kind, verb) = match reply {
        Reply::Call => ("call", "calls"),
        Reply::Exact => ("exact", "says that there are exactly"),
        Reply::Bid => ("no_call", "does not call"),
    };
    let calls = rates.calls;
    // Of the rates that weighed its hands, the one of those that it most likely holds now.
    let parameter = |cup: &Cup| {
        let supports = cup.distribution(|hand| spot.rules.support(hand, standing.face));
        let likeliest = (0..).zip(&supports).max_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(0, |(support, _)| support);
        let (true_band, exact_band) = bidding::bands(&spot, standing, likeliest);
        match reply {
            Reply::Exact => Parameter { name: EXACT_NAMES[exact_band], value: EXACTS[exact_band] },
            Reply::Call | Reply::Bid => Parameter { name: CALL_NAMES[true_band], value: calls[true_band] },
        }
    };
    lean(belief, telling, seat, &likelihood, kind, parameter, || {
        format!("Seat {seat} {verb} {} x {}.", standing.quantity, standing.face + 1)
    });
}

fn lean(
    belief: &mut Belief,
    telling: &mut Telling<'_>,
    seat: Seat,
    likelihood: &[f64],
    kind: &'static str,
    parameter: impl FnOnce(&Cup) -> Parameter,
    summary: impl FnOnce() -> String,
) {
    let cup = &mut belief.cups[usize::from(seat)];
    // An action that no hand explains tells nothing of the hand.
    if likelihood.iter().any(|l| *l <= 0.0) {
        return;
    }
    if let Some((next, told)) = cup.reweighed(likelihood) {
        *cup = next;
        telling.leaned(belief, kind, &told, || parameter(&belief.cups[usize::from(seat)]), summary);
    }
}

fn reveal(belief: &mut Belief, table: &Table, telling: &mut Telling<'_>, reveal: &Reveal) -> Result<(), Contradiction> {
    let hands = hands_of(reveal);
    let mut p = 1.0;
    for seat in reveal.hands.keys() {
        p *= see(belief, *seat, hands.get(usize::from(*seat)).unwrap_or(&[0; FACES]))?;
    }
    telling.learned(belief, "reveal", p, || {
        let shown: Vec<String> =
            reveal.hands.keys().map(|seat| format!("seat {seat} {}", words(&hands[usize::from(*seat)]))).collect();
        format!("All cups are lifted: {}.", shown.join("; "))
    });
    if let Some(play) = &table.play {
        remember(belief, table, play, &hands);
    }
    Ok(())
}

/// Bids and calls of the round have their labels now.
fn remember(belief: &mut Belief, table: &Table, play: &Play, hands: &[Counts; super::setup::MOST_SEATS]) {
    let memory = belief.terms.parameters.memory();
    if memory == 0 {
        return;
    }
    let settled = conduct::settled(play, hands);
    let earlier = table.recent(memory - 1).iter().map(|round| &round.conduct[..]);
    belief.learn(earlier.chain(std::iter::once(&settled[..])));
}
