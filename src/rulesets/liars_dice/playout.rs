//! Where a bid leads: the rest of the round, played out in sampled worlds by the model of players.
//!
//! This is where a player's record is worth something to who bids: whom it comes after, who calls late, who raises whatever it holds.

use super::behaviour::{Rates, Record};
use super::belief::Belief;
use super::bidding::{self, Reply};
use super::hands::Counts;
use super::likelihood as fitted;
use super::order::Claim;
use super::table::Play;
use crate::belief::{Draws, WorldRng, unit};
use crate::rulesets::Seat;

/// Seed of the worlds and of what the players do in them: equal questions have equal answers.
const SEED: u64 = 0;

/// Worlds in which rounds are played out.
pub struct PlayOut<'a> {
    belief: &'a Belief,
    play: &'a Play,
    /// How the seat to act is taken to go on.
    own: Rates,
    worlds: Vec<(WorldRng, Vec<Counts>)>,
}

impl<'a> PlayOut<'a> {
    /// So many worlds of the belief, in the round that is being played.
    pub fn new(belief: &'a Belief, play: &'a Play, worlds: u32) -> Self {
        let draws = Draws { seed: SEED, count: worlds as usize };
        let own = Rates { blind: [fitted::OWN_BLIND; 3], ..Rates::of(&Record::default(), &belief.terms.parameters) };
        Self { belief, play, own, worlds: belief.sample_hands(draws) }
    }

    /// P(the seat to act loses dice by the end of the round), if it bids this. The answer of the next seat is weighed, what follows
    /// is drawn.
    pub fn loses(&self, claim: Claim) -> f64 {
        let sum = self.worlds.iter().fold(0.0, |sum, (rng, hands)| sum + self.after(claim, hands, &mut rng.clone()));
        sum / self.worlds.len().max(1) as f64
    }

    fn after(&self, claim: Claim, hands: &[Counts], rng: &mut WorldRng) -> f64 {
        let bidder = self.play.turn();
        let seat = self.play.after(bidder);
        let (exact, call) = self.replies(seat, claim, hands);
        let count = self.count(hands, claim);
        let ended = call * f64::from(u8::from(count < claim.quantity)) + exact * f64::from(u8::from(count == claim.quantity));
        let on = match self.raise(seat, claim, hands, rng) {
            Some(next) => f64::from(u8::from(self.loser(seat, next, hands, rng) == bidder)),
            None => f64::from(u8::from(count < claim.quantity)),
        };
        ended + (1.0 - exact - call) * on
    }

    /// Who loses dice, where a seat made this bid.
    fn loser(&self, mut bidder: Seat, mut claim: Claim, hands: &[Counts], rng: &mut WorldRng) -> Seat {
        // Every bid is higher than the last, so the round ends.
        loop {
            let seat = self.play.after(bidder);
            let (exact, call) = self.replies(seat, claim, hands);
            let (drawn, count) = (unit(rng), self.count(hands, claim));
            if drawn < exact {
                return if count == claim.quantity { bidder } else { seat };
            }
            let raised = if drawn < exact + call { None } else { self.raise(seat, claim, hands, rng) };
            let Some(next) = raised else { return if count >= claim.quantity { seat } else { bidder } };
            (bidder, claim) = (seat, next);
        }
    }

    fn rates(&self, seat: Seat) -> &Rates {
        if seat == self.play.turn() { &self.own } else { &self.belief.players[usize::from(seat)] }
    }

    /// P(exact call) and P(call) of a seat.
    fn replies(&self, seat: Seat, claim: Claim, hands: &[Counts]) -> (f64, f64) {
        let spot = self.play.spot(seat, Some(claim));
        let support = spot.rules.support(&hands[usize::from(seat)], claim.face);
        let p = |reply| bidding::reply_to(&spot, claim, self.rates(seat), reply, support);
        (p(Reply::Exact), p(Reply::Call))
    }

    fn raise(&self, seat: Seat, claim: Claim, hands: &[Counts], rng: &mut WorldRng) -> Option<Claim> {
        bidding::draw(&self.play.spot(seat, Some(claim)), self.rates(seat), &hands[usize::from(seat)], rng)
    }

    fn count(&self, hands: &[Counts], claim: Claim) -> u8 {
        hands.iter().fold(0, |sum, hand| sum.saturating_add(self.play.rules.support(hand, claim.face)))
    }
}
