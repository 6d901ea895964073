//! Whole worlds: drawing them, and how probable one is.

use std::collections::BTreeMap;

use super::Belief;
use crate::belief::{Draws, Sampled, WeightKind};
use crate::rulesets::vinto::instance::Instance;
use crate::rulesets::vinto::rank::Rank;
use crate::rulesets::vinto::table::{Discarded, Table};
use crate::rulesets::vinto::world::{World, put_rank};
use crate::rulesets::{Columns, Posterior as _};

/// Hidden cards of one pool that are in no slot: the card in somebody's hand, then the draw pile from the top.
fn deck(belief: &Belief, table: &Table, pool: usize) -> Vec<Instance> {
    let drawn = table.drawn.map(|drawn| drawn.instance);
    let of_pool = |instance: &Instance| table.pool_of(*instance) == Some(pool) && belief.known(*instance).is_none();
    drawn.into_iter().chain(table.pile()).filter(of_pool).collect()
}

/// Draws whole worlds, independently of each other.
pub fn sample(belief: &Belief, table: &Table, draws: Draws) -> Sampled<World> {
    let solved = belief.solved(table);
    let decks: Vec<Vec<Instance>> = (0..table.pools().len()).map(|pool| deck(belief, table, pool)).collect();
    let draw = |mut rng| {
        let drawn = solved.posterior.draw(&mut rng);
        let mut ranks: BTreeMap<Instance, Rank> = belief.hints.iter().filter_map(|(i, hint)| Some((*i, hint.rank?))).collect();
        ranks.extend(solved.slots.iter().zip(&drawn.ranks).map(|(card, rank)| (*card, Rank::ALL[*rank])));
        for (deck, cards) in decks.iter().zip(&drawn.decks) {
            ranks.extend(deck.iter().zip(cards).map(|(card, rank)| (*card, Rank::ALL[*rank])));
        }
        (drawn.ln, world(table, &ranks))
    };
    let quality = belief.quality(table);
    let weight_kind = if quality.is_lossy() { WeightKind::LogImportance } else { WeightKind::LogProbability };
    Sampled { worlds: draws.rngs().map(draw).collect(), weight_kind, rejected: 0, quality }
}

/// Draws the same worlds into columns: of the drawn cards only those in the rows are looked at.
pub fn sample_columns(belief: &Belief, table: &Table, draws: Draws, columns: &mut Columns) -> Sampled<()> {
    let solved = belief.solved(table);
    let source = |instance: &Instance| match belief.known(*instance) {
        Some(rank) => Some(Source::Known(rank)),
        None => Some(Source::Slot(solved.slots.binary_search(instance).ok()?)),
    };
    let places = table.rows().flat_map(|(seat, row)| row.iter().enumerate().map(move |(position, card)| (seat, position, *card)));
    let sources: Vec<_> = places.filter_map(|(seat, position, card)| Some((seat, position, source(&card)?))).collect();
    let quality = belief.quality(table);
    let weighted = quality.is_lossy();
    let draw = |mut rng| {
        let drawn = solved.posterior.draw(&mut rng);
        columns.begin();
        for (seat, position, source) in &sources {
            let rank = match source {
                Source::Known(rank) => *rank,
                Source::Slot(slot) => Rank::ALL[drawn.ranks[*slot]],
            };
            put_rank(columns, *seat, *position, rank);
        }
        (if weighted { drawn.ln } else { 0.0 }, ())
    };
    let weight_kind = if weighted { WeightKind::LogImportance } else { WeightKind::LogProbability };
    Sampled { worlds: draws.rngs().map(draw).collect(), weight_kind, rejected: 0, quality }
}

/// Where the rank of a card in a row comes from.
enum Source {
    /// It is known.
    Known(Rank),
    /// It is drawn: the slot of the posterior.
    Slot(usize),
}

/// Discards that not all have seen, oldest first.
fn face_down(table: &Table) -> impl Iterator<Item = Instance> {
    let hidden = |card: &&Discarded| card.rank.is_none();
    table.discards().iter().filter(hidden).map(|card| card.instance)
}

/// The world in which cards have these ranks.
fn world(table: &Table, ranks: &BTreeMap<Instance, Rank>) -> World {
    let rank = |instance: &Instance| ranks.get(instance).copied();
    World {
        rows: table.rows().map(|(seat, row)| (seat, row.iter().filter_map(rank).collect())).collect(),
        draw_pile: table.pile().filter_map(|instance| rank(&instance)).collect(),
        drawn: table.drawn.and_then(|drawn| rank(&drawn.instance)),
        face_down: face_down(table).filter_map(|instance| rank(&instance)).collect(),
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
