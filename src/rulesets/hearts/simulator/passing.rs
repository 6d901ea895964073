//! Which three cards a simulated player passes.

use super::style::Style;
use crate::belief::{WorldRng, chance, unit};
use crate::rulesets::hearts::card::{Card, CardSet, Suit};
use crate::rulesets::hearts::check::PASSED;
use crate::rulesets::hearts::conduct::{Habit, queen_to_pass, short_suits};
use crate::rulesets::hearts::scene::Scene;

/// Three cards of a hand; `moon` says that the player wants all points in this deal.
pub fn passed(dealt: CardSet, style: &Style, moon: bool, rng: &mut WorldRng) -> CardSet {
    let mut given = CardSet::EMPTY;
    let mut kept = CardSet::EMPTY;
    if chance(style.noise, rng) {
        return fill(given, dealt, rng, |_, rng| unit(rng));
    }
    if let Some(tastes) = &style.tastes {
        while given.len() < PASSED {
            given.insert(Scene::PASS.choose(tastes, dealt.without(given), rng));
        }
        return given;
    }
    if moon {
        let low = |card: Card, rng: &mut WorldRng| 3.0 * unit(rng) - f64::from(card.rank());
        return fill(given, dealt, rng, low);
    }
    if let Some(habit) = queen_to_pass(dealt) {
        if style.does(habit, rng) { &mut given } else { &mut kept }.insert(Card::QUEEN);
    }
    if short_suits(dealt).next().is_some() {
        if style.does(Habit::PassesToVoid, rng) {
            let fits = short_suits(dealt).filter(|suit| suit.len() + given.len() <= PASSED);
            given = given.or(fits.min_by_key(|suit| suit.len()).unwrap_or_default());
        } else {
            kept = kept.or(short_suits(dealt).filter_map(CardSet::first).collect());
        }
    }
    let keeps_queen = kept.contains(Card::QUEEN);
    let guards = dealt.of(Suit::Spades).len();
    let wish = |card: Card, rng: &mut WorldRng| {
        let rank = f64::from(card.rank());
        let likes = match card.suit() {
            Suit::Spades if card.rank() > 12 && guards < 5 => 12.0,
            Suit::Spades if card.rank() > 12 => 4.0,
            Suit::Spades => {
                if keeps_queen {
                    -20.0
                } else {
                    -4.0
                }
            }
            Suit::Hearts => rank - 3.0,
            Suit::Clubs | Suit::Diamonds => rank - dealt.of(card.suit()).len() as f64 - 1.0,
        };
        likes + 3.0 * unit(rng)
    };
    fill(given, dealt.without(kept), rng, wish)
}

/// Adds what is liked most until there are three.
fn fill(mut given: CardSet, dealt: CardSet, rng: &mut WorldRng, mut likes: impl FnMut(Card, &mut WorldRng) -> f64) -> CardSet {
    let mut wishes: Vec<(f64, Card)> = dealt.without(given).iter().map(|card| (likes(card, rng), card)).collect();
    wishes.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (_, card) in wishes.into_iter().take(PASSED - given.len()) {
        given.insert(card);
    }
    given
}
