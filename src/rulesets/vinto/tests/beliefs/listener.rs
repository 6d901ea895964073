//! What choices say, derived once more from the events and the rates alone: in which ways the seats play, and what each way's choices say of each
//! card. Which lines a choice gives, and their numbers, are the belief's own; what follows from them is derived anew.

use std::collections::BTreeMap;

use super::*;
use crate::rulesets::vinto::choice::{Choice, Opportunity};
use crate::rulesets::vinto::clue::{Clue, Feature};
use crate::rulesets::vinto::event::{From as Source, TossWindow};
use crate::rulesets::vinto::likelihood::{FITS_BY_LOT, FLOOR, OWN, PARTS, TOSSES_BY_LOT};
use crate::rulesets::vinto::{RANKS, RankSet};

/// A number by rank.
pub type ByRank = [f64; RANKS];

/// P(something) by way: careless, as the population, as its own.
pub type ByWay = [f64; 3];

/// What is known of the cards.
#[derive(Clone, Default)]
pub struct Facts {
    pub known: BTreeMap<Instance, Rank>,
    pub not: BTreeMap<Instance, Vec<Rank>>,
}

impl Facts {
    /// Cards of each rank of the card's pool whose place is not known.
    pub fn left(&self, table: &Table, card: Instance) -> Option<ByRank> {
        let pool = table.pool_of(card)?;
        let mut left = table.pools()[pool].ranks.map(f64::from);
        for (other, rank) in &self.known {
            if table.pool_of(*other) == Some(pool) {
                left[rank.index()] -= 1.0;
            }
        }
        Some(left)
    }

    fn may_be(&self, card: Instance, rank: Rank) -> bool {
        self.not.get(&card).is_none_or(|not| !not.contains(&rank))
    }
}

/// Something that a seat did.
pub struct Act {
    pub seat: Seat,
    pub cards: Vec<Instance>,
    pub beside: Option<Instance>,
    feature: Feature,
    /// P(it) where the feature holds of any of the cards, and where it does not, by way.
    rates: [(f64, f64); 3],
    /// What its probability is taken beside: 1 where it tells the ways apart, else what each way expected.
    pub expected: ByWay,
}

impl Act {
    /// P(it) in each way, where the cards are laid out.
    pub fn probability(&self, rank_of: impl Fn(Instance) -> Rank) -> ByWay {
        let beside = self.beside.map_or(Rank::Ace, &rank_of);
        let none: f64 = self.cards.iter().map(|card| 1.0 - self.feature.holds(rank_of(*card), beside)).product();
        std::array::from_fn(|way| {
            let (held, not_held) = self.rates[way];
            (held * (1.0 - none) + not_held * none) / self.expected[way]
        })
    }
}

/// What one seat's choices said of a card: whose, in the two ways that look at cards, and what was said before whatever the ways are, in nats.
#[derive(Clone)]
struct Heard {
    by: Seat,
    likelihoods: [ByRank; 2],
    told: ByRank,
}

/// Who listens.
pub struct Listener {
    opening: Opening<Vinto>,
    pub ways: BTreeMap<Seat, ByWay>,
    /// The ways' weights when the round began, and what was done since.
    pub first: BTreeMap<Seat, ByWay>,
    pub acts: Vec<Act>,
    heard: BTreeMap<Instance, Heard>,
}

impl Listener {
    pub fn new(opening: &Opening<Vinto>) -> Self {
        let weights = |seat: Seat| {
            let careless = opening.own(seat, "careless", "").mean();
            [careless, (1.0 - careless) * (1.0 - OWN), (1.0 - careless) * OWN]
        };
        let ways: BTreeMap<Seat, ByWay> = (0..opening.seats.len() as Seat).map(|seat| (seat, weights(seat))).collect();
        Self { opening: opening.clone(), first: ways.clone(), ways, acts: Vec::new(), heard: BTreeMap::new() }
    }

    /// A new round: of its cards nothing is known.
    pub fn begins(&mut self) {
        self.heard.clear();
        self.acts.clear();
        self.first = self.ways.clone();
    }

    fn moved(&mut self, seat: Seat, p: ByWay) {
        let weights = self.ways.get_mut(&seat).expect("a seat");
        let weighed: ByWay = std::array::from_fn(|way| weights[way] * p[way]);
        let least = weighed.map(|weight| (weight / weighed.iter().sum::<f64>()).max(1e-6));
        *weights = least.map(|weight| weight / least.iter().sum::<f64>());
    }

    /// P(rank) of a card in each way, by itself.
    fn guesses(&self, facts: &Facts, table: &Table, card: Instance) -> [ByRank; 3] {
        if let Some(known) = facts.known.get(&card) {
            return [Rank::ALL.map(|rank| f64::from(u8::from(rank == *known))); 3];
        }
        let (fair, by_way) = self.weights(facts, table, card);
        by_way.map(|likelihoods| {
            let weights: ByRank = std::array::from_fn(|rank| fair[rank] * likelihoods[rank]);
            weights.map(|weight| weight / weights.iter().sum::<f64>())
        })
    }

    fn weights(&self, facts: &Facts, table: &Table, card: Instance) -> (ByRank, [ByRank; 3]) {
        let left = facts.left(table, card).expect("a pool");
        let heard = self.heard.get(&card);
        let told = heard.map_or([0.0; RANKS], |heard| heard.told);
        let fair = Rank::ALL.map(|rank| {
            let cards = if facts.may_be(card, rank) { left[rank.index()] } else { 0.0 };
            cards * libm::exp(told[rank.index()].max(libm::log(FLOOR)))
        });
        let [population, own] = heard.map_or([[1.0; RANKS]; 2], |heard| heard.likelihoods.map(|of| of.map(|l| l.max(FLOOR))));
        (fair, [[1.0; RANKS], population, own])
    }

    /// What is said against each rank of a card, in nats, as the ways are weighed now.
    pub fn says(&self, facts: &Facts, table: &Table, card: Instance) -> ByRank {
        let Some(heard) = self.heard.get(&card) else { return [0.0; RANKS] };
        if heard.likelihoods == [[1.0; RANKS]; 2] {
            return heard.told;
        }
        let (fair, by_way) = self.weights(facts, table, card);
        let all: f64 = fair.iter().sum();
        let mean = |way: usize| (0..RANKS).map(|rank| fair[rank] * by_way[way][rank]).sum::<f64>() / all;
        let weights = self.ways[&heard.by];
        let ln: ByRank = std::array::from_fn(|rank| {
            heard.told[rank] + libm::log((0..3).map(|way| weights[way] * by_way[way][rank] / mean(way)).sum::<f64>())
        });
        let most = (0..RANKS).filter(|rank| fair[*rank] > 0.0).map(|rank| ln[rank]).fold(f64::NEG_INFINITY, f64::max);
        ln.map(|ln| libm::round((ln - most).clamp(libm::log(FLOOR), 0.0) * PARTS) / PARTS)
    }

    /// A card is about to be seen, or not to be something.
    pub fn sees(&mut self, facts: &Facts, table: &Table, card: Instance, p: impl Fn(&ByRank) -> f64) {
        let Some(by) = self.heard.get(&card).filter(|heard| heard.likelihoods != [[1.0; RANKS]; 2]).map(|heard| heard.by) else {
            return;
        };
        if !facts.known.contains_key(&card) {
            let p = self.guesses(facts, table, card).map(|guess| p(&guess));
            if p.iter().all(|p| *p > 0.0) {
                self.moved(by, p);
            }
        }
    }

    /// P(made) where it holds and where not, by way.
    fn rates(&self, seat: Seat, opportunity: &Opportunity) -> [(f64, f64); 3] {
        let Opportunity { clue, made, by_lot, among, .. } = opportunity;
        let [held, not_held] = clue.tendency().expect("rates");
        let of = |rate: &dyn Fn(&str, &str) -> f64| match clue {
            Clue::HoldsWorse | Clue::PointsBetter => {
                let errs = rate(held.0, held.1);
                (errs / ((*among).max(2) - 1) as f64, 1.0 - errs)
            }
            Clue::NoTossIn => (1.0 - rate(held.0, held.1), 1.0 - rate(not_held.0, not_held.1)),
            _ => (rate(held.0, held.1), rate(not_held.0, not_held.1)),
        };
        let usual = of(&|tendency, context| self.opening.usual(tendency, context).mean());
        let own = of(&|tendency, context| self.opening.own(seat, tendency, context).mean());
        let all = [(*by_lot, *by_lot), usual, own];
        if *made { all } else { all.map(|(held, not_held)| (1.0 - held, 1.0 - not_held)) }
    }

    /// A choice was made.
    fn hears(&mut self, facts: &Facts, table: &Table, seat: Seat, opportunity: &Opportunity) {
        if opportunity.cards.is_empty() {
            return;
        }
        let all: Vec<Instance> = opportunity.cards.iter().copied().chain(opportunity.beside).collect();
        for card in &all {
            if self.heard.get(card).is_some_and(|heard| heard.by != seat && heard.likelihoods != [[1.0; RANKS]; 2]) {
                let told = self.says(facts, table, *card);
                self.heard.insert(*card, Heard { by: 0, likelihoods: [[1.0; RANKS]; 2], told });
            }
        }
        let rates = self.rates(seat, opportunity);
        let guesses: Vec<[ByRank; 3]> = all.iter().map(|card| self.guesses(facts, table, *card)).collect();
        let feature = opportunity.feature;
        // P(choice | way), where one card or what they lie beside is of a rank.
        let probability = |way: usize, fixed: Option<(usize, Rank)>| -> f64 {
            let p = |place: usize, rank: Rank| match fixed {
                Some((at, is)) if at == place => f64::from(u8::from(is == rank)),
                _ => guesses[place][way][rank.index()],
            };
            let beside = |rank: Rank| {
                if opportunity.beside.is_some() { p(all.len() - 1, rank) } else { f64::from(u8::from(rank == Rank::Ace)) }
            };
            let none = |lies: Rank| -> f64 {
                let of = |place: usize| {
                    Rank::ALL.into_iter().map(|rank| p(place, rank) * (1.0 - feature.holds(rank, lies))).sum::<f64>()
                };
                (0..opportunity.cards.len()).map(of).product()
            };
            let none: f64 = Rank::ALL.into_iter().map(|lies| beside(lies) * none(lies)).sum();
            rates[way].0 * (1.0 - none) + rates[way].1 * none
        };
        let expected: ByWay = std::array::from_fn(|way| probability(way, None));
        for (place, card) in all.iter().enumerate().filter(|(_, card)| !facts.known.contains_key(*card)) {
            let left = facts.left(table, *card).expect("a pool");
            let more: [ByRank; 2] = [1, 2].map(|way| Rank::ALL.map(|rank| probability(way, Some((place, rank)))));
            let most = |of: &ByRank| (0..RANKS).filter(|rank| left[*rank] > 0.0).map(|rank| of[rank]).fold(0.0, f64::max);
            let least = |of: &ByRank| (0..RANKS).filter(|rank| left[*rank] > 0.0).map(|rank| of[rank]).fold(1.0, f64::min);
            if more.iter().all(|of| least(of) >= most(of) * (1.0 - 1e-9)) {
                continue;
            }
            let silent = Heard { by: seat, likelihoods: [[1.0; RANKS]; 2], told: [0.0; RANKS] };
            let heard = self.heard.entry(*card).or_insert(silent);
            heard.by = seat;
            for (said, more) in heard.likelihoods.iter_mut().zip(more) {
                let product: ByRank = std::array::from_fn(|rank| said[rank] * more[rank]);
                *said = product.map(|of| (of / most(&product)).clamp(1e-30, 1.0));
            }
        }
        let Opportunity { cards, beside, .. } = opportunity.clone();
        let moves = opportunity.clue.moves_ways();
        let kept = if moves { [1.0; 3] } else { expected };
        self.acts.push(Act { seat, cards, beside, feature, rates, expected: kept });
        if moves {
            self.moved(seat, expected);
        }
    }

    /// What an event says of who made a choice, once it is known which cards landed.
    pub fn chose(&mut self, facts: &Facts, table: &Table, event: &Event) {
        let Some(choice) = Choice::of(table, event) else { return };
        let drawn = table.drawn.map(|drawn| drawn.instance).filter(|_| matches!(choice, Choice::Draw { .. }));
        let hidden = drawn.filter(|card| !facts.known.contains_key(card));
        let last = |of: &Opportunity| hidden.is_some() && (of.beside == drawn || of.cards.first() == drawn.as_ref());
        let mut all = choice.opportunities(|card| facts.known.get(&card).copied());
        let knows_none = matches!(&choice, Choice::Draw { known, .. } if known.is_empty());
        all.retain(|of| of.made || of.clue == Clue::SwitchesWorse || (of.clue == Clue::KeepsHigh && knows_none));
        all.sort_by_key(last);
        all.iter().for_each(|of| self.hears(facts, table, choice.seat(), of));
    }

    /// Nobody tossed in any more.
    pub fn closed(&mut self, facts: &Facts, table: &Table, window: &TossWindow) {
        let worth: RankSet = window.ranks.iter().copied().filter(|rank| rank.value() > 0).collect();
        for seat in &window.eligible {
            for card in table.row(*seat).iter().filter(|card| table.has_seen(*seat, **card)) {
                let (cards, by_lot) = (vec![*card], 1.0 - TOSSES_BY_LOT.value);
                let feature = Feature::OneOf(worth);
                let of = Opportunity {
                    clue: Clue::NoTossIn,
                    cards,
                    beside: None,
                    feature,
                    made: true,
                    is_whole: false,
                    by_lot,
                    among: 1,
                };
                self.hears(facts, table, *seat, &of);
            }
        }
    }

    /// A toss-in was right or wrong.
    pub fn tossed(&mut self, seat: Seat, success: bool) {
        let wrong = [
            1.0 - FITS_BY_LOT.value,
            self.opening.usual("toss_errors", "").mean(),
            self.opening.own(seat, "toss_errors", "").mean(),
        ];
        let p = wrong.map(|wrong| if success { 1.0 - wrong } else { wrong });
        self.moved(seat, p);
        let rates = p.map(|p| (p, p));
        let feature = Feature::Worse;
        self.acts.push(Act { seat, cards: Vec::new(), beside: None, feature, rates, expected: [1.0; 3] });
    }

    /// Whether the event names the card that was drawn.
    pub fn names_drawn(event: &Event) -> Option<Rank> {
        match event {
            Event::Discard(discard) => Some(discard.card),
            Event::UseAction(used) if used.from == Source::Drawn => Some(used.card),
            Event::Swap(swap) => swap.drawn,
            _ => None,
        }
    }
}
