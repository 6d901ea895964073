//! Says what cannot be, and why.

use super::fold::Situation;
use super::instance::Instance;
use super::rank::{Rank, RankSet};
use super::world::variable;
use crate::belief::Contradiction;

/// Where a card lies, in words.
fn whereabouts(now: &Situation<'_>, instance: Instance) -> String {
    match now.table.place(instance) {
        Some((seat, position)) => format!("seat {seat}'s card at position {position}"),
        None if now.table.drawn.is_some_and(|drawn| drawn.instance == instance) => "the drawn card".to_owned(),
        None => "the card".to_owned(),
    }
}

fn certain(now: &Situation<'_>, detail: String, cards: &[Instance]) -> Contradiction {
    let variables = cards.iter().filter_map(|card| now.table.place(*card)).map(|(seat, p)| variable(seat, usize::from(p)));
    Contradiction { detail, variables: variables.collect(), certain: true }
}

/// The card is known to be another one.
pub fn is_another(now: &Situation<'_>, instance: Instance, known: Rank, said: Rank) -> Contradiction {
    let detail = format!("{} was seen to be {known}, so it cannot be {said}", whereabouts(now, instance));
    certain(now, detail, &[instance])
}

/// The card was shown not to be of that rank, by a wrong toss-in or declaration.
pub fn is_excluded(now: &Situation<'_>, instance: Instance, said: Rank) -> Contradiction {
    let place = whereabouts(now, instance);
    let detail = format!("{place} cannot be {said}: it was tossed in or declared as {said}, and that was wrong");
    certain(now, detail, &[instance])
}

/// All cards of that rank that it could be are seen elsewhere.
pub fn is_exhausted(now: &Situation<'_>, instance: Instance, said: Rank) -> Contradiction {
    let pool = now.table.pool_of(instance).unwrap_or(0);
    let (place, of) = (whereabouts(now, instance), now.table.pools().get(pool));
    let cards = of.map_or(0, |of| of.ranks[said.index()]);
    let from = if of.is_none_or(|of| of.ranks == Rank::IN_DECK) { "the deck has" } else { "the reshuffled cards had" };
    let detail = match cards {
        0 => format!("{place} cannot be {said}: {from} none"),
        1 => format!("{place} cannot be {said}: {from} one, which was seen elsewhere"),
        _ => format!("{place} cannot be {said}: {from} {cards}, and all of them were seen elsewhere"),
    };
    let same = |card: &&Instance| now.belief.known(**card) == Some(said) && now.table.pool_of(**card) == Some(pool);
    let elsewhere = now.table.rows().flat_map(|(_, row)| row).filter(same).copied();
    certain(now, detail, &std::iter::once(instance).chain(elsewhere).collect::<Vec<_>>())
}

/// A wrong toss-in or declaration of a card that is known to be of that rank.
pub fn was_right(now: &Situation<'_>, instance: Instance, known: Rank) -> Contradiction {
    let detail = format!("{} was seen to be {known}, so it cannot have been wrong to say so", whereabouts(now, instance));
    certain(now, detail, &[instance])
}

/// Cards that were tossed in together, and wrongly, all match.
pub fn all_match(now: &Situation<'_>, cards: &[Instance], ranks: RankSet) -> Contradiction {
    let places: Vec<String> = cards.iter().map(|card| whereabouts(now, *card)).collect();
    let places = places.join(" and ");
    certain(now, format!("{places} cannot all be {ranks}: they were tossed in together, and that was wrong"), cards)
}

/// No ranks are left for some cards.
pub fn nothing_left(now: &Situation<'_>, cards: &[Instance], ranks: Option<RankSet>) -> Contradiction {
    let what = ranks.map_or_else(String::new, |ranks| format!(" that {} is not {ranks}", whereabouts(now, cards[0])));
    certain(now, format!("no ranks are left for the hidden cards that agree with it{what}"), cards)
}
