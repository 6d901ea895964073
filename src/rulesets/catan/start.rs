//! Where hands are not known card by card: a game that is joined in the middle, and a belief that begins again.

use super::bundle::{RESOURCES, Resource};
use super::counts::PublicCounts;
use super::dealing::{AllHeld, Dealing, Dealt, Held};
use super::event::Start;
use super::setup::MOST_SEATS;
use super::terms::Terms;
use super::variables::variables;
use crate::belief::Contradiction;
use crate::rulesets::Revision;

/// Joins a game in the middle, or goes on with it. `public` are the counts after the event.
///
/// # Errors
/// Where the hands seen hold more than the bank leaves.
pub fn start(terms: &Terms, public: &PublicCounts, start: &Start, at: Revision) -> Result<Dealt, Contradiction> {
    let supply = terms.setup.supply().unwrap_or(i32::MAX);
    let mut held = AllHeld::default();
    for (seat, hand) in &start.hands {
        held[usize::from(*seat)] = Held { cards: hand.counts(), whole: true, ..Held::default() };
    }
    // Of what is not known of the bank, all may be in hands.
    let most = start.bank.map_or([supply; RESOURCES], |bank| bank.counts().map(|count| supply - count));
    let dealing =
        Dealing { sizes: likely_sizes(public, &held), pool: most, moved: Default::default(), least: [0; RESOURCES], most };
    dealing.gather(terms.seats, &held).and_then(|known| known.deal(terms, at)).ok_or_else(|| {
        let named = |kind: usize| held.iter().map(|held| held.cards[kind]).sum::<i32>();
        let over = Resource::ALL.into_iter().find(|resource| named(*resource as usize) > most[*resource as usize]);
        let detail = over.map_or_else(
            || "the hands hold more cards than there are".to_owned(),
            |resource| {
                let (kind, leaves) = (resource as usize, if start.bank.is_some() { "the bank leaves" } else { "there are" });
                format!("the hands named hold {} {} together, and {leaves} {}", named(kind), resource.name(), most[kind])
            },
        );
        let about = start.hands.keys().flat_map(|seat| variables(*seat, &[1; RESOURCES])).collect();
        Contradiction { detail, variables: about, certain: false }
    })
}

/// Deals again from the public counts, by as much of what is known as agrees with them: of `likeliest`, else of `surest`. `None` where
/// nothing can be dealt.
pub fn deal_again(terms: &Terms, public: &PublicCounts, likeliest: &AllHeld, surest: &AllHeld, at: Revision) -> Option<Dealt> {
    let nothing = AllHeld::default();
    let numbers = |held: &AllHeld| Dealing {
        sizes: likely_sizes(public, held),
        pool: public.pool,
        moved: public.moved,
        least: public.at_least,
        most: public.at_most,
    };
    // Sizes that a monopoly left open are guessed, so that counts and a guess may not add up: looser ones must do then.
    let any = |each: i32| Dealing {
        pool: [each; RESOURCES],
        moved: Default::default(),
        least: [0; RESOURCES],
        most: [each; RESOURCES],
        ..numbers(&nothing)
    };
    let supply = terms.setup.supply().unwrap_or(i32::MAX);
    let counted = [likeliest, surest, &nothing].map(|held| (numbers(held), held));
    let attempts = counted.into_iter().chain([supply, i32::MAX].map(|each| (any(each), &nothing)));
    attempts.into_iter().find_map(|(dealing, held)| dealing.gather(terms.seats, held)?.deal(terms, at))
}

/// Sizes of hands that add up to all cards. Where a monopoly left them open, the largest hands of which not all is known are taken to have lost
/// its cards.
pub fn likely_sizes(public: &PublicCounts, held: &AllHeld) -> [i32; MOST_SEATS] {
    let known = held.map(|held| held.cards.iter().sum::<i32>());
    let mut sizes: [i32; MOST_SEATS] =
        std::array::from_fn(|seat| if held[seat].whole { known[seat] } else { public.sizes[seat].most });
    for _ in public.all..sizes.iter().sum() {
        let open = (0..MOST_SEATS).filter(|seat| public.sizes[*seat].vague && sizes[*seat] > known[*seat]);
        let Some(largest) = open.max_by_key(|seat| sizes[*seat]) else { break };
        sizes[largest] -= 1;
    }
    sizes
}
