//! Whole worlds: drawing them, and how probable one is.

use std::collections::BTreeMap;

use super::{Belief, Solved};
use crate::belief::{Draws, Quality, RankDraw, Sampled, WeightKind, WorldRng};
use crate::rulesets::vinto::instance::Instance;
use crate::rulesets::vinto::rank::Rank;
use crate::rulesets::vinto::table::{Discarded, Table};
use crate::rulesets::vinto::world::{World, put_rank};
use crate::rulesets::{Columns, Posterior as _, Seat};

/// Hidden cards of one pool that are in no slot: the card in somebody's hand, then the draw pile from the top.
fn deck(belief: &Belief, table: &Table, pool: usize) -> Vec<Instance> {
    let drawn = table.drawn.map(|drawn| drawn.instance);
    let of_pool = |instance: &Instance| table.pool_of(*instance) == Some(pool) && belief.known(*instance).is_none();
    drawn.into_iter().chain(table.pile()).filter(of_pool).collect()
}

/// Where the rank of a card comes from.
#[derive(Clone, Copy)]
enum Source {
    /// It is known.
    Known(Rank),
    /// It is drawn: the slot of the posterior.
    Slot(usize),
    /// It is what is left of a pool: the pool, and the place in its deck.
    Deck(usize, usize),
}

impl Source {
    fn rank(self, drawn: &RankDraw) -> Option<Rank> {
        match self {
            Self::Known(rank) => Some(rank),
            Self::Slot(slot) => drawn.ranks.get(slot).map(|rank| Rank::ALL[*rank]),
            Self::Deck(pool, place) => drawn.decks.get(pool)?.get(place).map(|rank| Rank::ALL[*rank]),
        }
    }

    /// Of a card that is known, or a slot of the posterior.
    fn laid(belief: &Belief, solved: &Solved, card: Instance) -> Option<Self> {
        let slot = || solved.slots.binary_search(&card).ok().map(Self::Slot);
        belief.known(card).map(Self::Known).or_else(slot)
    }
}

/// Draws whole worlds, independently of each other.
pub fn sample(belief: &Belief, table: &Table, draws: Draws) -> Sampled<World> {
    let solved = belief.solved(table);
    let decks = (0..table.pools().len()).flat_map(|pool| {
        let deck = deck(belief, table, pool).into_iter().enumerate();
        deck.map(move |(place, card)| (card, Source::Deck(pool, place)))
    });
    let decks: BTreeMap<Instance, Source> = decks.collect();
    let sources = arranged(table, |card| Source::laid(belief, solved, card).or_else(|| decks.get(&card).copied()));
    let draw = |mut rng: WorldRng| {
        let drawn = solved.posterior.draw(&mut rng);
        (drawn.ln, sources.world(&drawn))
    };
    let quality = belief.quality(table);
    Sampled::drawn(draws, weight_kind(quality), quality, draw)
}

/// Draws the same worlds into columns: of the drawn cards only those in the rows are looked at.
pub fn sample_columns(belief: &Belief, table: &Table, draws: Draws, columns: &mut Columns) -> Sampled<()> {
    let solved = belief.solved(table);
    let places = table.rows().flat_map(|(seat, row)| row.iter().enumerate().map(move |(position, card)| (seat, position, *card)));
    let source = |(seat, position, card)| Some((seat, position, Source::laid(belief, solved, card)?));
    let sources: Vec<_> = places.filter_map(source).collect();
    let quality = belief.quality(table);
    let draw = |mut rng: WorldRng| {
        let drawn = solved.posterior.draw(&mut rng);
        columns.begin();
        for (seat, position, source) in &sources {
            if let Some(rank) = source.rank(&drawn) {
                put_rank(columns, *seat, *position, rank);
            }
        }
        (if quality.is_lossy() { drawn.ln } else { 0.0 }, ())
    };
    Sampled::drawn(draws, weight_kind(quality), quality, draw)
}

fn weight_kind(quality: Quality) -> WeightKind {
    if quality.is_lossy() { WeightKind::LogImportance } else { WeightKind::LogProbability }
}

/// Discards that not all have seen, oldest first.
fn face_down(table: &Table) -> impl Iterator<Item = Instance> {
    let hidden = |card: &&Discarded| card.rank.is_none();
    table.discards().iter().filter(hidden).map(|card| card.instance)
}

/// A world before it is drawn: the sources of its ranks, each where the rank goes.
struct Sources {
    rows: Vec<(Seat, Vec<Source>)>,
    draw_pile: Vec<Source>,
    drawn: Option<Source>,
    face_down: Vec<Source>,
}

fn arranged(table: &Table, source: impl Fn(Instance) -> Option<Source>) -> Sources {
    Sources {
        rows: table.rows().map(|(seat, row)| (seat, row.iter().filter_map(|card| source(*card)).collect())).collect(),
        draw_pile: table.pile().filter_map(&source).collect(),
        drawn: table.drawn.and_then(|drawn| source(drawn.instance)),
        face_down: face_down(table).filter_map(&source).collect(),
    }
}

impl Sources {
    fn world(&self, drawn: &RankDraw) -> World {
        let ranks = |sources: &[Source]| sources.iter().filter_map(|source| source.rank(drawn)).collect();
        World {
            rows: self.rows.iter().map(|(seat, row)| (*seat, ranks(row))).collect(),
            draw_pile: ranks(&self.draw_pile),
            drawn: self.drawn.and_then(|source| source.rank(drawn)),
            face_down: ranks(&self.face_down),
        }
    }
}

/// ln P(world) in nats; -inf where it is ruled out.
pub fn ln_probability(belief: &Belief, table: &Table, world: &World) -> f64 {
    let Some(ranks) = laid(table, world) else { return f64::NEG_INFINITY };
    let agrees = |(instance, rank): (&Instance, &Rank)| belief.known(*instance).is_none_or(|known| known == *rank);
    if !ranks.iter().all(agrees) {
        return f64::NEG_INFINITY;
    }
    let solved = belief.solved(table);
    let index = |instance: &Instance| ranks.get(instance).map(|rank| rank.index());
    let Some(slots) = solved.slots.iter().map(index).collect::<Option<Vec<_>>>() else { return f64::NEG_INFINITY };
    let decks: Option<Vec<Vec<usize>>> =
        (0..table.pools().len()).map(|pool| deck(belief, table, pool).iter().map(index).collect()).collect();
    decks.map_or(f64::NEG_INFINITY, |decks| solved.posterior.ln_probability(&slots, &decks))
}

/// The rank of every card of a world, where the world has the table's form.
fn laid(table: &Table, world: &World) -> Option<BTreeMap<Instance, Rank>> {
    let mut ranks = BTreeMap::new();
    let mut lay = |cards: Vec<Instance>, of: &[Rank]| {
        let fits = cards.len() == of.len();
        ranks.extend(cards.into_iter().zip(of.iter().copied()));
        fits
    };
    let mut fits = lay(table.pile().collect(), &world.draw_pile);
    fits &= lay(face_down(table).collect(), &world.face_down);
    fits &= lay(table.drawn.iter().map(|drawn| drawn.instance).collect(), world.drawn.as_slice());
    fits &= world.rows.len() == table.rows().count();
    for (seat, row) in table.rows() {
        fits &= lay(row.to_vec(), world.rows.get(&seat)?);
    }
    fits.then_some(ranks)
}
