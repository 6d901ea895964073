//! Kinds of simulated players. They think in their own ways, not in the terms of the belief's model: what the model makes of them is
//! a test of it.

use rand::Rng;

use super::simulation::Action;
use crate::belief::{WorldRng, below, unit};
use crate::rulesets::liars_dice::hands::{FACES, Hand};
use crate::rulesets::liars_dice::order::{Claim, Spot};

/// How a player bids and calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Bids what its dice support, calls what they make unlikely.
    Honest,
    /// Tells a story about dice that it does not have, in half of its rounds, and calls late.
    Bluffing,
    /// Bids its favourite face as long as that is not hopeless.
    FaceLoving,
    /// Bids a little more of any face, and calls a quarter of the time, whatever its dice.
    Random,
    /// Honest until it has no likely bid left; then it raises rather than calls.
    Cornered,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Honest, Self::Bluffing, Self::FaceLoving, Self::Random, Self::Cornered];
}

/// A simulated player: the same person in every game that it is put in.
#[derive(Clone, Copy, Debug)]
pub struct Bidder {
    /// How it plays.
    pub kind: Kind,
    /// Index of the face that it likes, which matters to [`Kind::FaceLoving`].
    pub favourite: usize,
    /// The dice that it pretends to have in this round.
    story: Option<Hand>,
}

impl Bidder {
    /// A player of a kind.
    #[must_use]
    pub const fn new(kind: Kind, favourite: usize) -> Self {
        Self { kind, favourite, story: None }
    }

    /// A player of any kind with any favourite.
    #[must_use]
    pub fn random(rng: &mut WorldRng) -> Self {
        Self::new(Kind::ALL[below(Kind::ALL.len(), rng)], below(FACES, rng))
    }

    /// A round begins: a bluffing player makes up its mind.
    pub fn look(&mut self, hand: &Hand, rng: &mut WorldRng) {
        self.story = None;
        if self.kind == Kind::Bluffing && unit(rng) < 0.5 {
            let dice: u8 = hand.iter().sum();
            let mut shown = [0; FACES];
            let face = 1 + below(FACES - 1, rng);
            shown[face] = dice.div_ceil(2);
            shown[below(FACES, rng)] += dice - shown[face];
            self.story = Some(shown);
        }
    }

    /// What it does.
    pub fn act(&self, spot: &Spot, hand: &Hand, rng: &mut WorldRng) -> Action {
        let shown = self.story.unwrap_or(*hand);
        match self.kind {
            Kind::Honest => thoughtful(spot, &shown, hand, 0.42, rng),
            Kind::Bluffing => thoughtful(spot, &shown, hand, 0.25, rng),
            Kind::Random => random(spot, rng),
            Kind::FaceLoving => self.loving(spot, hand, rng),
            Kind::Cornered => cornered(spot, hand, rng),
        }
    }

    fn loving(&self, spot: &Spot, hand: &Hand, rng: &mut WorldRng) -> Action {
        let face = self.favourite;
        if let Some(least) = spot.least[face] {
            let more = u8::from(unit(rng) < 0.3 && least < spot.total());
            let quantity = least + more;
            if spot.truth(quantity, face, spot.rules.support(hand, face)) > 0.22 && unit(rng) < 0.85 {
                return Action::Bid(Claim { quantity, face });
            }
        }
        thoughtful(spot, hand, hand, 0.38, rng)
    }
}

/// Calls where the standing bid is less likely than `patience` or so; otherwise takes the bid that pushes furthest while it is likely.
/// `shown` are the dice that it bids from, `hand` those that it calls from.
fn thoughtful(spot: &Spot, shown: &Hand, hand: &Hand, patience: f64, rng: &mut WorldRng) -> Action {
    if let Some(last) = spot.last {
        let support = spot.rules.support(hand, last.face);
        let truth = spot.truth(last.quantity, last.face, support);
        let exactly = spot.others(last.face).point(i32::from(last.quantity) - i32::from(support));
        if spot.exact && exactly > 0.27 && truth < 0.75 && unit(rng) < 0.35 {
            return Action::Exact;
        }
        let nerve = patience + 0.12 * (unit(rng) + unit(rng) - 1.0);
        if truth < nerve || spot.legal_faces() == 0 {
            return Action::Call;
        }
    }
    likely_bid(spot, shown, rng)
}

/// Draws among the bids up to three above the least: likely ones, and of those rather the high.
fn likely_bid(spot: &Spot, shown: &Hand, rng: &mut WorldRng) -> Action {
    let (mut chosen, mut greatest) = (None, f64::NEG_INFINITY);
    for face in 0..FACES {
        let Some(least) = spot.least[face] else { continue };
        for quantity in least..=spot.total().min(least + 3) {
            let truth = spot.truth(quantity, face, spot.rules.support(shown, face)).max(1e-6);
            let wild = if spot.rules.wild == Some(face) { -0.5 } else { 0.0 };
            let height = 0.25 * f64::from(quantity - least);
            let noise = -libm::log(-libm::log(unit(rng).max(1e-12)));
            let score = 4.0 * libm::log(truth) + height + wild + noise;
            if score > greatest {
                (chosen, greatest) = (Some(Claim { quantity, face }), score);
            }
        }
    }
    chosen.map_or(Action::Call, Action::Bid)
}

fn random(spot: &Spot, rng: &mut impl Rng) -> Action {
    let legal: Vec<usize> = (0..FACES).filter(|face| spot.least[*face].is_some()).collect();
    if legal.is_empty() || spot.last.is_some() && unit(rng) < 0.25 {
        return if spot.exact && unit(rng) < 0.1 { Action::Exact } else { Action::Call };
    }
    let face = legal[below(legal.len(), rng)];
    let least = spot.least[face].unwrap_or(1);
    Action::Bid(Claim { quantity: (least + below(3, rng) as u8).min(spot.total()), face })
}

fn cornered(spot: &Spot, hand: &Hand, rng: &mut WorldRng) -> Action {
    let Some(last) = spot.last else { return likely_bid(spot, hand, rng) };
    let truth = spot.truth(last.quantity, last.face, spot.rules.support(hand, last.face));
    let likely = spot.best(hand) >= 0.45;
    if truth < 0.12 || spot.legal_faces() == 0 {
        return Action::Call;
    }
    if likely || unit(rng) < 0.15 {
        return thoughtful(spot, hand, hand, 0.35, rng);
    }
    let mut legal: Vec<usize> = (0..FACES).filter(|face| spot.least[*face].is_some()).collect();
    // It raises as little as it can, on whatever face.
    legal.sort_by_key(|face| spot.least[*face]);
    let face = legal[below(legal.len().min(3), rng)];
    Action::Bid(Claim { quantity: spot.least[face].unwrap_or(1), face })
}
