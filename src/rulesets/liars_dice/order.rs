//! Which bids may follow which, and what a seat that is to act sees of the round.

use super::hands::{FACES, Hand, ONES};
use super::odds::Binomial;
use super::setup::{Bidding, MaputaFace, Setup, WildFace};

/// A claim about all dice at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// At least so many dice.
    pub quantity: u8,
    /// Index of the face, from 0 for ones.
    pub face: usize,
}

/// The rules of one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Which bids may follow which.
    pub bidding: Bidding,
    /// Index of the face that counts as every other in this round.
    pub wild: Option<usize>,
    /// Whether the face of the bid before is kept.
    pub maputa: bool,
    /// Whether a seat with one die may go to another all the same.
    pub changed_with_one: bool,
    /// Whether the first bid may be one of the wild face.
    pub open_wild: bool,
}

impl Rules {
    /// The rules of a round, which is a maputa round or not.
    #[must_use]
    pub fn of(setup: &Setup, maputa: bool) -> Self {
        let face = if setup.wild_face == Some(WildFace::Highest) { FACES - 1 } else { ONES };
        let wild = (setup.ones_wild.unwrap_or(true) && !maputa).then_some(face);
        Self {
            bidding: setup.bidding.unwrap_or(Bidding::Perudo),
            wild,
            maputa,
            changed_with_one: setup.maputa_face == Some(MaputaFace::OneDie),
            open_wild: setup.open_wild.unwrap_or(true),
        }
    }

    /// Whether a seat with `own` dice keeps to the face of the bid before.
    #[must_use]
    pub const fn keeps_face(&self, own: u8) -> bool {
        self.maputa && !(self.changed_with_one && own == 1)
    }

    /// The least quantity of each face that a seat with `own` dice may bid after `last`, among `total` dice; `None` where the face may not
    /// be bid. Every greater quantity up to `total` may be bid, too.
    #[must_use]
    pub fn least(&self, last: Option<Claim>, own: u8, total: u8) -> [Option<u8>; FACES] {
        std::array::from_fn(|face| {
            let least = match last {
                None => (self.open_wild || self.wild != Some(face)).then_some(1),
                Some(last) => self.after(last, own, face),
            };
            least.filter(|least| *least <= total)
        })
    }

    fn after(&self, last: Claim, own: u8, face: usize) -> Option<u8> {
        let raised = last.quantity.saturating_add(1);
        if self.keeps_face(own) {
            return (face == last.face).then_some(raised);
        }
        let higher = if face > last.face { last.quantity } else { raised };
        match self.bidding {
            Bidding::ResetQuantity if face > last.face => Some(1),
            Bidding::ResetQuantity => (face == last.face).then_some(raised),
            Bidding::ResetFace => Some(higher),
            Bidding::Perudo => match self.wild {
                Some(wild) if last.face == wild && face != wild => Some(last.quantity.saturating_mul(2).saturating_add(1)),
                Some(wild) if last.face != wild && face == wild => Some(last.quantity.div_ceil(2)),
                _ => Some(higher),
            },
        }
    }

    /// How many dice of a hand count for a face.
    #[must_use]
    pub fn support(&self, hand: &Hand, face: usize) -> u8 {
        hand[face] + self.wild.filter(|wild| *wild != face).map_or(0, |wild| hand[wild])
    }

    /// The face that stands where this one does in rounds in which ones are wild: ones for the wild face, and the others by their order. The shipped shares of faces are of
    /// such rounds. `None` where no face is wild: then all six are alike, and no face of those rounds is.
    #[must_use]
    pub const fn face_with_ones_wild(&self, face: usize) -> Option<usize> {
        match self.wild {
            None => None,
            Some(wild) if face == wild => Some(ONES),
            Some(wild) => Some(if face < wild { face + 1 } else { face }),
        }
    }

    /// Whether two faces count for this one.
    #[must_use]
    pub fn doubled(&self, face: usize) -> bool {
        self.wild.is_some_and(|wild| wild != face)
    }
}

/// Where in the bidding an action stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Situation {
    /// The first bid of a round.
    Opening,
    /// A later one.
    Raise,
    /// A later one, where every legal bid is above what all dice on the table are expected to show.
    Cornered,
}

/// What a seat that is to act sees, besides its own dice.
#[derive(Clone, Debug)]
pub struct Spot {
    /// The rules of the round.
    pub rules: Rules,
    /// Its own dice.
    pub own: u8,
    /// All others' dice.
    pub others: u8,
    /// The standing bid.
    pub last: Option<Claim>,
    /// The least quantity that may be bid of each face.
    pub least: [Option<u8>; FACES],
    /// Whether an exact call is allowed here.
    pub exact: bool,
}

impl Spot {
    /// The spot of a seat with `own` dice, where others have `others`, after the bid `last`.
    #[must_use]
    pub fn new(rules: Rules, own: u8, others: u8, last: Option<Claim>, exact: bool) -> Self {
        let least = rules.least(last, own, own.saturating_add(others));
        Self { rules, own, others, last, least, exact: exact && last.is_some() }
    }

    /// All dice at the table.
    #[must_use]
    pub const fn total(&self) -> u8 {
        self.own.saturating_add(self.others)
    }

    /// The others' dice that count for a face.
    #[must_use]
    pub fn others(&self, face: usize) -> &'static Binomial {
        Binomial::of(self.others, self.rules.doubled(face))
    }

    /// P(at least `quantity` of a face) for a hand that supports it with `support` dice.
    #[must_use]
    pub fn truth(&self, quantity: u8, face: usize, support: u8) -> f64 {
        self.others(face).tail(i32::from(quantity) - i32::from(support))
    }

    /// Whether a quantity is more than the own support and what the others' dice are expected to show: a bluff.
    #[must_use]
    pub fn is_bluff(&self, quantity: u8, face: usize, support: u8) -> bool {
        quantity > self.honest(face, support)
    }

    /// The greatest quantity that is no bluff.
    #[must_use]
    pub fn honest(&self, face: usize, support: u8) -> u8 {
        support + self.others / if self.rules.doubled(face) { 3 } else { 6 }
    }

    /// The value of a face to a hand: how likely the least legal bid of it is true. `None` where it may not be bid.
    #[must_use]
    pub fn value(&self, face: usize, support: u8) -> Option<f64> {
        self.least[face].map(|least| self.truth(least, face, support))
    }

    /// The greatest value of any face to a hand.
    #[must_use]
    pub fn best(&self, hand: &Hand) -> f64 {
        (0..FACES).filter_map(|face| self.value(face, self.rules.support(hand, face))).fold(0.0, f64::max)
    }

    /// Faces that may be bid.
    #[must_use]
    pub fn legal_faces(&self) -> usize {
        self.least.iter().flatten().count()
    }

    /// How many bids are legal.
    #[must_use]
    pub fn bids(&self) -> u32 {
        self.least.iter().flatten().map(|least| u32::from(self.total() - (*least).min(self.total())) + 1).sum()
    }

    /// How many actions are legal: bids, and where a bid stands a call and perhaps an exact call. At least 1.
    #[must_use]
    pub fn actions(&self) -> u32 {
        (self.bids() + u32::from(self.last.is_some()) + u32::from(self.exact)).max(1)
    }

    /// Whether a claim may be bid.
    #[must_use]
    pub fn allows(&self, claim: Claim) -> bool {
        self.least[claim.face].is_some_and(|least| (least..=self.total()).contains(&claim.quantity))
    }

    /// Where in the bidding this is.
    #[must_use]
    pub fn situation(&self) -> Situation {
        let above = |(face, least): (usize, &Option<u8>)| {
            let expected = self.total() / if self.rules.doubled(face) { 3 } else { 6 };
            least.is_none_or(|least| least > expected)
        };
        if self.last.is_none() {
            Situation::Opening
        } else if self.least.iter().enumerate().all(above) {
            Situation::Cornered
        } else {
            Situation::Raise
        }
    }
}
