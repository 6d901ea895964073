//! What is published of a belief: every variable's distribution, and the details that only Catan has.

use std::collections::BTreeMap;

use serde_json::json;

use super::belief::Belief;
use super::bundle::{Amounts, DevCard, RESOURCES, Resource};
use super::counts::PublicCounts;
use super::dev_cards::PublicDevCards;
use super::fold::Standing;
use super::lanes::{first_lane, size, total};
use super::setup::Bank;
use super::table::Table;
use super::variables::{dev_variable, variable};
use crate::belief::{Marginal, Marginals, Method};
use crate::rulesets::Posterior;

/// Distributions of the resource variables, by seat and resource.
pub fn of_hands(belief: &Belief, public: &PublicCounts) -> Vec<Marginal> {
    let counts = belief.hands.marginals();
    // The development cards, as many variables again, follow.
    let mut list = Vec::with_capacity(2 * counts.len());
    for seat in 0..belief.terms.seats {
        for resource in Resource::ALL {
            let allowed = public.bound(seat, resource as usize) as u32 + 1;
            let p = &counts[first_lane(seat) + resource as usize];
            list.push(Marginal::count(variable(seat, resource), seat, allowed, p));
        }
    }
    list
}

/// Distributions of all variables, in order: resources, and then development cards, by seat and type.
fn of_all(belief: &Belief, counts: &PublicCounts, dev_cards: &PublicDevCards) -> Vec<Marginal> {
    let mut list = of_hands(belief, counts);
    let holdings = belief.holdings(dev_cards);
    for seat in 0..belief.terms.seats {
        for card in DevCard::ALL {
            let (allowed, p) = (dev_cards.allowed(seat, card), holdings.marginal(seat, card));
            list.push(Marginal::count(dev_variable(seat, card), seat, allowed, &p));
        }
    }
    list
}

/// What evidence compares: all distributions of a belief in the middle of an event.
pub fn frame(now: &Standing<'_>) -> Vec<Marginal> {
    of_all(&now.belief, now.counts, now.dev_cards)
}

/// Everything that is published.
pub fn marginals(belief: &Belief, table: &Table) -> Marginals {
    let quality = belief.quality(table);
    let entropy = || belief.hands.entropy_bits() + belief.holdings(&table.dev_cards).entropy_bits();
    Marginals {
        variables: of_all(belief, &table.counts, &table.dev_cards),
        joint_entropy_bits: (quality.method == Method::Exact).then(entropy),
        quality,
        detail: detail(belief, table),
    }
}

/// `worlds`, `hand_sizes` (null where neither counting nor the worlds settle it), `dev_cards` (numbers unplayed) and, unless the bank has no end, `bank`:
/// the least and the most of each resource that it may hold. `max_worlds`, where the belief was folded again and tracks more than the parameter says.
fn detail(belief: &Belief, table: &Table) -> serde_json::Value {
    let narrowed = narrowed(belief, table);
    let sizes: BTreeMap<String, Option<i32>> =
        (0..).zip(narrowed.sizes).map(|(seat, size)| (i32::to_string(&seat), size)).collect();
    let held: BTreeMap<String, u32> =
        (0..table.seats).map(|seat| (seat.to_string(), table.dev_cards.held[usize::from(seat)])).collect();
    let bank = table.setup.supply().map(|supply| {
        let (least, most) = narrowed.totals;
        let range = |resource: Resource| {
            let at = resource as usize;
            json!({"min": supply - most[at], "max": supply - least[at]})
        };
        Resource::ALL.into_iter().map(|resource| (resource.name(), range(resource))).collect::<BTreeMap<_, _>>()
    });
    let mut detail = json!({
        "worlds": belief.hands.len(),
        "hand_sizes": sizes,
        "dev_cards": held,
        "bank": bank,
        "bank_visible": table.setup.bank == Some(Bank::Visible),
    });
    let most = belief.terms.most;
    if most > belief.terms.parameters.cap() {
        detail["max_worlds"] = json!(most);
    }
    detail
}

/// What is certain of numbers of cards.
struct Narrowed {
    /// Of each hand, where it is certain.
    sizes: Vec<Option<i32>>,
    /// Least and most of each resource in all hands together.
    totals: (Amounts, Amounts),
}

/// What counting leaves open the worlds may settle, as long as none of them was lost or only drawn.
fn narrowed(belief: &Belief, table: &Table) -> Narrowed {
    let counted: Vec<Option<i32>> = table.counts.sizes[..usize::from(table.seats)].iter().map(|size| size.exact()).collect();
    let is_settled = counted.iter().all(Option::is_some) && belief.totals.0 == belief.totals.1;
    if is_settled || belief.quality(table).method != Method::Exact {
        return Narrowed { sizes: counted, totals: belief.totals };
    }
    let mut sizes = vec![(i32::MAX, 0); counted.len()];
    let mut totals = ([i32::MAX; RESOURCES], [0; RESOURCES]);
    belief.hands.visit(|row, _| {
        for (seat, (least, most)) in (0..).zip(&mut sizes) {
            let held = size(row, seat);
            (*least, *most) = ((*least).min(held), (*most).max(held));
        }
        for resource in 0..RESOURCES {
            let held = total(row, resource);
            totals.0[resource] = totals.0[resource].min(held);
            totals.1[resource] = totals.1[resource].max(held);
        }
    });
    let settled = |(counted, (least, most)): (Option<i32>, (i32, i32))| counted.or_else(|| (least == most).then_some(least));
    Narrowed { sizes: counted.into_iter().zip(sizes).map(settled).collect(), totals }
}
