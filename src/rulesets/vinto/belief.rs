//! One observer's posterior over the ranks of the cards that are face down.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::Vinto;
use super::instance::Instance;
use super::likelihood::{CALL_LEAST, CALL_ORDER, CLUES};
use super::model::{Leaning, Model};
use super::rank::{RANKS, Rank, RankCounts, RankSet};
use super::table::Table;
use super::world::World;
use crate::belief::{Draws, Quality, RankPosterior, Sampled, Slot, SumFactor, Unseen, WeightKind};
use crate::rulesets::Opening;

/// What an observer knows of one card.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hint {
    /// Its rank.
    pub rank: Option<Rank>,
    /// Ranks that it is known not to have.
    pub excluded: RankSet,
    /// What soft evidence says against each rank; at most 0.
    pub leanings: [Leaning; RANKS],
}

/// The call of the round: the cards of the row that the caller knew, and what the others counted for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Cards that the caller knew.
    pub cards: Vec<Instance>,
    /// What the others counted.
    pub others: f64,
    /// Rate of the likelihood.
    pub rate: f64,
}

/// A belief: for each card what is known of it. The posterior follows from these and from where the cards lie, whatever the order in
/// which they were learned.
#[derive(Clone, Debug)]
pub struct Belief {
    pub(super) model: Arc<Model>,
    /// Where the cards lie.
    pub(super) table: Arc<Table>,
    /// Cards of this round of which anything is known.
    pub(super) hints: Arc<BTreeMap<Instance, Hint>>,
    pub(super) call: Option<Arc<Call>>,
    /// The posterior, worked out when it is first asked for.
    solved: OnceLock<Arc<Solved>>,
}

/// The posterior over the hidden cards in the rows.
#[derive(Debug)]
pub struct Solved {
    /// The hidden cards in rows and on the discard pile, in order; slots of the posterior.
    pub slots: Vec<Instance>,
    /// Their ranks.
    pub posterior: RankPosterior<RANKS>,
}

/// More cards of a rank were seen than were shuffled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany {
    /// The rank.
    pub rank: Rank,
    /// Which cards: place in [`Table::pools`].
    pub pool: usize,
}

impl Belief {
    /// Before the first round.
    pub fn prior(opening: &Opening<Vinto>) -> Self {
        Self::of_model(opening, Model::new(opening))
    }

    /// Before the first round, with other numbers behind the soft evidence, in the order in which the API lists them: for fitting them.
    #[must_use]
    pub fn with_numbers(opening: &Opening<Vinto>, numbers: &[f64; CLUES]) -> Self {
        Self::of_model(opening, Model::with(opening, numbers))
    }

    fn of_model(opening: &Opening<Vinto>, model: Model) -> Self {
        Self {
            model: Arc::new(model),
            table: Arc::new(Table::new(&opening.setup, opening.seats.len())),
            hints: Arc::new(BTreeMap::new()),
            call: None,
            solved: OnceLock::new(),
        }
    }

    /// Begins again from what the table says: what all have seen is known, and nothing else.
    pub fn restart(&self, table: &Table) -> Self {
        let hints =
            table.shown_cards().map(|(instance, rank)| (instance, Hint { rank: Some(rank), ..Hint::default() })).collect();
        Self {
            model: Arc::clone(&self.model),
            table: Arc::new(table.clone()),
            hints: Arc::new(hints),
            call: None,
            solved: OnceLock::new(),
        }
    }

    /// Forgets what was worked out of it: something is about to change.
    pub(super) fn changed(&mut self) {
        self.solved = OnceLock::new();
    }

    /// The card's rank, where it is known.
    #[must_use]
    pub fn known(&self, instance: Instance) -> Option<Rank> {
        self.hints.get(&instance).and_then(|hint| hint.rank)
    }

    pub(super) fn hint_mut(&mut self, instance: Instance) -> &mut Hint {
        self.changed();
        Arc::make_mut(&mut self.hints).entry(instance).or_default()
    }

    /// What soft evidence says against a card's having a rank: at most 0, and not below the floor.
    pub(super) fn leaning(&self, instance: Instance, rank: Rank) -> Leaning {
        let leaning = self.hints.get(&instance).map_or(Leaning::default(), |hint| hint.leanings[rank.index()]);
        leaning.max(self.model.floor)
    }

    /// Cards of each rank in a pool whose place is not known.
    ///
    /// # Errors
    /// Where more were seen than there are.
    pub(super) fn left(&self, pool: usize) -> Result<RankCounts, TooMany> {
        let Some(of) = self.table.pools().get(pool) else { return Ok([0; RANKS]) };
        let mut left = of.ranks;
        let within = self.hints.range(Instance(of.instances.start)..Instance(of.instances.end));
        for rank in within.filter_map(|(_, hint)| hint.rank) {
            let cards = &mut left[rank.index()];
            *cards = cards.checked_sub(1).ok_or(TooMany { rank, pool })?;
        }
        Ok(left)
    }

    /// Hidden cards in the rows, then those on the discard pile, in order: what the posterior is about.
    fn slots(&self) -> Vec<Instance> {
        let rows = self.table.rows().flat_map(|(_, row)| row.iter().copied());
        let discards = self.table.discards().iter().map(|card| card.instance);
        let mut slots: Vec<Instance> = rows.chain(discards).filter(|instance| self.known(*instance).is_none()).collect();
        slots.sort_unstable();
        slots
    }

    /// Hidden cards of one pool that are in no slot: the card in somebody's hand, then the draw pile from the top.
    fn deck(&self, pool: usize) -> Vec<Instance> {
        let drawn = self.table.drawn.map(|drawn| drawn.instance);
        let of_pool = |instance: &Instance| self.table.pool_of(*instance) == Some(pool) && self.known(*instance).is_none();
        drawn.into_iter().chain(self.table.pile()).filter(of_pool).collect()
    }

    /// The question that the posterior answers.
    ///
    /// # Errors
    /// Where more cards of a rank were seen than there are.
    pub(super) fn question(&self) -> Result<(Vec<Instance>, Unseen<RANKS>), TooMany> {
        let slots = self.slots();
        let pools = (0..self.table.pools().len()).map(|pool| self.left(pool)).collect::<Result<Vec<_>, _>>()?;
        let slot = |instance: &Instance| {
            let hint = self.hints.get(instance).copied().unwrap_or_default();
            let ln = |rank: Rank| {
                if hint.excluded.contains(rank) { f64::NEG_INFINITY } else { self.leaning(*instance, rank).nats() }
            };
            Slot { pool: self.table.pool_of(*instance).unwrap_or(0), ln_weights: Rank::ALL.map(ln) }
        };
        let sums = self.call.iter().map(|call| self.factor(call, &slots)).collect();
        let unseen = Unseen { pools, slots: slots.iter().map(slot).collect(), values: Rank::ALL.map(Rank::value), sums };
        Ok((slots, unseen))
    }

    /// The call's factor on the total of the caller's row.
    fn factor(&self, call: &Call, slots: &[Instance]) -> SumFactor {
        let known: i32 = call.cards.iter().filter_map(|card| self.known(*card)).map(Rank::value).sum();
        let hidden = call.cards.iter().filter_map(|card| slots.binary_search(card).ok()).collect();
        SumFactor::at_least(hidden, f64::from(known) + call.others, CALL_LEAST, call.rate, CALL_ORDER)
    }

    /// The posterior. Worked out once.
    pub fn solved(&self) -> &Solved {
        self.solved.get_or_init(|| Arc::new(self.solve()))
    }

    fn solve(&self) -> Solved {
        // Whatever was learned has been checked to leave a world.
        let (slots, unseen) = match self.question() {
            Ok(question) => question,
            Err(too_many) => unreachable!("a belief without a world: {too_many:?}"),
        };
        match RankPosterior::new(unseen, self.model.budget()) {
            Ok(posterior) => Solved { slots, posterior },
            Err(stuck) => unreachable!("a belief without a world: {stuck:?}"),
        }
    }

    /// Whether any world is left, without working the posterior out.
    pub(super) fn is_possible(&self) -> bool {
        self.question().is_ok_and(|(_, unseen)| unseen.feasible().is_ok())
    }

    /// P(rank) of a card, in the order of ranks.
    #[must_use]
    pub fn ranks(&self, instance: Instance) -> [f64; RANKS] {
        if let Some(rank) = self.known(instance) {
            return Rank::ALL.map(|other| if other == rank { 1.0 } else { 0.0 });
        }
        let solved = self.solved();
        match solved.slots.binary_search(&instance) {
            Ok(slot) => solved.posterior.marginals()[slot],
            Err(_) => self.table.pool_of(instance).map_or([0.0; RANKS], |pool| solved.posterior.deck(pool)),
        }
    }

    /// P(total) of cards in slots or known, in order of totals.
    #[must_use]
    pub fn total_of(&self, cards: &[Instance]) -> Vec<(i32, f64)> {
        let known: i32 = cards.iter().filter_map(|card| self.known(*card)).map(Rank::value).sum();
        let totals = self.solved().posterior.total_of(&self.places(cards));
        totals.into_iter().map(|(total, p)| (total + known, p)).collect()
    }

    /// How the distribution of a total is worked out.
    pub fn quality_of_total(&self, cards: &[Instance]) -> Quality {
        self.solved().posterior.quality_of_total(&self.places(cards))
    }

    /// The slots of the hidden ones among some cards.
    pub(super) fn places(&self, cards: &[Instance]) -> Vec<usize> {
        let slots = &self.solved().slots;
        cards.iter().filter_map(|card| slots.binary_search(card).ok()).collect()
    }

    /// Entropy of all rows together, in bits; `None` where it is not known exactly, or where discards are hidden too.
    #[must_use]
    pub fn joint_entropy_bits(&self) -> Option<f64> {
        let hidden_discard = self.table.discards().iter().any(|card| self.known(card.instance).is_none());
        if hidden_discard { None } else { self.solved().posterior.entropy_bits() }
    }

    /// How many cards in rows are hidden from the observer.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.table.rows().flat_map(|(_, row)| row).filter(|card| self.known(**card).is_none()).count()
    }

    /// Method and losses.
    pub fn quality(&self) -> Quality {
        let is_small = |(_, unseen): &(Vec<Instance>, Unseen<RANKS>)| unseen.states() <= self.model.budget().states;
        if self.question().is_ok_and(|question| is_small(&question)) { Quality::EXACT } else { self.solved().posterior.quality() }
    }

    /// Draws whole worlds, independently of each other.
    pub fn sample(&self, draws: Draws) -> Sampled<World> {
        let solved = self.solved();
        let decks: Vec<Vec<Instance>> = (0..self.table.pools().len()).map(|pool| self.deck(pool)).collect();
        let draw = |mut rng| {
            let drawn = solved.posterior.draw(&mut rng);
            let mut ranks: BTreeMap<Instance, Rank> = self.hints.iter().filter_map(|(i, hint)| Some((*i, hint.rank?))).collect();
            ranks.extend(solved.slots.iter().zip(&drawn.ranks).map(|(card, rank)| (*card, Rank::ALL[*rank])));
            for (deck, cards) in decks.iter().zip(&drawn.decks) {
                ranks.extend(deck.iter().zip(cards).map(|(card, rank)| (*card, Rank::ALL[*rank])));
            }
            (drawn.ln, self.world(&ranks))
        };
        let quality = self.quality();
        let weight_kind = if quality.is_lossy() { WeightKind::LogImportance } else { WeightKind::LogProbability };
        Sampled { worlds: draws.rngs().map(draw).collect(), weight_kind, rejected: 0, quality }
    }

    /// The world in which cards have these ranks.
    fn world(&self, ranks: &BTreeMap<Instance, Rank>) -> World {
        let rank = |instance: &Instance| ranks.get(instance).copied();
        let hidden = |card: &&super::table::Discarded| card.rank.is_none();
        World {
            rows: self.table.rows().map(|(seat, row)| (seat, row.iter().filter_map(rank).collect())).collect(),
            draw_pile: self.table.pile().filter_map(|instance| rank(&instance)).collect(),
            drawn: self.table.drawn.and_then(|drawn| rank(&drawn.instance)),
            face_down: self.table.discards().iter().filter(hidden).filter_map(|card| rank(&card.instance)).collect(),
        }
    }

    /// ln P(world) in nats; -inf where it is ruled out.
    pub fn ln_probability(&self, world: &World) -> f64 {
        let Some(ranks) = self.laid(world) else { return f64::NEG_INFINITY };
        let agrees = |(instance, rank): (&Instance, &Rank)| self.known(*instance).is_none_or(|known| known == *rank);
        if !ranks.iter().all(agrees) {
            return f64::NEG_INFINITY;
        }
        let solved = self.solved();
        let index = |instance: &Instance| ranks.get(instance).map(|rank| rank.index());
        let Some(slots) = solved.slots.iter().map(index).collect::<Option<Vec<_>>>() else { return f64::NEG_INFINITY };
        let decks: Option<Vec<Vec<usize>>> =
            (0..self.table.pools().len()).map(|pool| self.deck(pool).iter().map(index).collect()).collect();
        decks.map_or(f64::NEG_INFINITY, |decks| solved.posterior.ln_probability(&slots, &decks))
    }

    /// The rank of every card of a world, where the world has the table's form.
    fn laid(&self, world: &World) -> Option<BTreeMap<Instance, Rank>> {
        let mut ranks = BTreeMap::new();
        let mut lay = |cards: Vec<Instance>, of: &[Rank]| {
            let fits = cards.len() == of.len();
            ranks.extend(cards.into_iter().zip(of.iter().copied()));
            fits
        };
        let hidden = self.table.discards().iter().filter(|card| card.rank.is_none());
        let mut fits = lay(self.table.pile().collect(), &world.draw_pile);
        fits &= lay(hidden.map(|card| card.instance).collect(), &world.face_down);
        fits &= lay(self.table.drawn.iter().map(|drawn| drawn.instance).collect(), world.drawn.as_slice());
        fits &= world.rows.len() == self.table.rows().count();
        for (seat, row) in self.table.rows() {
            fits &= lay(row.to_vec(), world.rows.get(&seat)?);
        }
        fits.then_some(ranks)
    }

    /// Memory in bytes, the posterior included once it is worked out.
    pub fn weigh(&self) -> usize {
        let (states, budget) = (self.question().map_or(1, |(_, unseen)| unseen.states()), self.model.budget());
        let work = if states > budget.states {
            budget.samples.saturating_mul(self.table.rows().map(|(_, row)| row.len()).sum())
        } else {
            // Up to some forty tables of partial sums, three times that under a call.
            states * 40 * if self.call.is_some() { 3 } else { 1 }
        };
        size_of::<Self>() + self.hints.len() * size_of::<(Instance, Hint)>() + 8 * 1024 + work.saturating_mul(size_of::<f64>())
    }
}
