//! How the seat that acts next will answer a bid: each way of playing by itself, because hand and answer hang together only where it
//! looks at its dice.

use crate::rulesets::liars_dice::behaviour::Rates;
use crate::rulesets::liars_dice::belief::Belief;
use crate::rulesets::liars_dice::bidding::{Choice, reply_by_support};
use crate::rulesets::liars_dice::cup::Cup;
use crate::rulesets::liars_dice::hands::{FACES, Hands};
use crate::rulesets::liars_dice::order::{Claim, Rules};
use crate::rulesets::liars_dice::reading::Reading;
use crate::rulesets::liars_dice::round::BiddingRound;
use crate::rulesets::liars_dice::setup::Weighing;
use crate::rulesets::liars_dice::table::Table;

/// The distribution of the dice that support each face.
type Supports = [Vec<f64>; FACES];

/// How likely a bid is called, and called while it is false.
pub struct Called {
    /// P(called).
    pub called: f64,
    /// P(called, and the bid is false).
    pub caught: f64,
}

/// A player who plays by these rates, with what it holds if it looks at its dice.
struct Player<'a> {
    rates: &'a Rates,
    /// P(it is this one, and looks at its dice).
    looks: f64,
    /// P(it is this one, and plays as if it had other dice).
    blind: f64,
    /// What it holds, where it looks.
    own: Supports,
    /// What it plays as if it had, where it does not.
    pretended: Supports,
}

/// What is believed of the seat that acts next.
pub struct NextSeat<'a> {
    players: Vec<Player<'a>>,
    /// P(it moves by lot).
    careless: f64,
    /// What it holds, where it does not look at it.
    unseen: Supports,
}

impl<'a> NextSeat<'a> {
    /// By the belief about its cup.
    pub fn new(belief: &Belief, table: &'a Table, round: &BiddingRound) -> Self {
        let seat = round.after(round.turn());
        let rules = &round.rules;
        let cup = belief.cups.get(usize::from(seat)).cloned().unwrap_or(Cup::Known([0; FACES]));
        let held = supports(rules, |each| cup.each(each), cup.dice());
        let own = table.own_rates().get(usize::from(seat)).unwrap_or(&table.readings.players().population);
        let reading = table.readings.of(seat).filter(|reading| reading.cup.dice == cup.dice());
        let Some(reading) = reading.filter(|_| belief.terms.parameters.weighing() == Weighing::Bids) else {
            // Its dice are weighed by something else than its actions.
            let player = Player { rates: own, looks: 1.0, blind: 0.0, pretended: held.clone(), own: held.clone() };
            return Self { players: vec![player], careless: 0.0, unseen: held };
        };
        Self::read(reading, [&table.readings.players().population, own], &cup, held, rules)
    }

    fn read(reading: &Reading, rates: [&'a Rates; 2], cup: &Cup, held: Supports, rules: &Rules) -> Self {
        let hands = Hands::of(reading.cup.dice);
        // A hand that is known has its say in the weights.
        let place = match cup {
            Cup::Known(hand) => hands.place(hand),
            Cup::Unseen(_) => None,
        };
        let likelihood = |p: &[f64]| place.map_or(1.0, |place| p[place]);
        let by_chance = likelihood(&hands.prior);
        let unseen = match place {
            Some(_) => held.clone(),
            None => {
                supports(rules, |each| hands.list.iter().zip(&hands.prior).for_each(|(hand, p)| each(hand, *p)), reading.cup.dice)
            }
        };
        let mut all = by_chance * reading.ways[0];
        let mut players: Vec<Player<'a>> = Vec::new();
        for (way, rates) in rates.into_iter().enumerate() {
            let (weight, p) = (reading.ways[1 + way], &reading.looking[way]);
            let pretended =
                supports(rules, |each| hands.list.iter().zip(&**p).for_each(|(hand, p)| each(hand, *p)), reading.cup.dice);
            let own = if place.is_some() { held.clone() } else { pretended.clone() };
            let looks = weight * (1.0 - reading.blind[way]) * likelihood(p);
            let blind = weight * reading.blind[way] * by_chance;
            all += looks + blind;
            players.push(Player { rates, looks, blind, own, pretended });
        }
        for player in &mut players {
            (player.looks, player.blind) = (player.looks / all, player.blind / all);
        }
        Self { players, careless: by_chance * reading.ways[0] / all, unseen }
    }

    /// How it will answer a bid; `rest` is P(at least k) of all others.
    pub fn called(&self, round: &BiddingRound, claim: Claim, rest: &[f64]) -> Called {
        let spot = round.spot(round.after(round.turn()), Some(claim));
        let false_with =
            |support: usize| 1.0 - rest.get(usize::from(claim.quantity).saturating_sub(support)).copied().unwrap_or(0.0);
        // Calls that are no answer to its own dice.
        let mut unrelated = self.careless / f64::from(spot.actions());
        let (mut called, mut caught) = (0.0, 0.0);
        for player in &self.players {
            let calls = reply_by_support(&spot, player.rates, Choice::Call);
            for (support, (p, calls)) in player.own[claim.face].iter().zip(&calls).enumerate() {
                called += player.looks * p * calls;
                caught += player.looks * p * calls * false_with(support);
            }
            let others = player.pretended[claim.face].iter().zip(&calls);
            unrelated += player.blind * others.fold(0.0, |sum, (p, calls)| sum + p * calls);
        }
        let is_false = self.unseen[claim.face].iter().enumerate().fold(0.0, |sum, (support, p)| sum + p * false_with(support));
        let called = called + unrelated;
        Called { called, caught: (caught + unrelated * is_false).min(called) }
    }
}

fn supports(rules: &Rules, mut each: impl FnMut(&mut dyn FnMut(&[u8; FACES], f64)), dice: u8) -> Supports {
    let mut supports: Supports = std::array::from_fn(|_| vec![0.0; usize::from(dice) + 1]);
    each(&mut |hand, p| {
        for (face, support) in supports.iter_mut().enumerate() {
            support[usize::from(rules.support(hand, face))] += p;
        }
    });
    supports
}
