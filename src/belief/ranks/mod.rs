//! Ranks of hidden slots: the exact posterior where cards of known counts were dealt to places, and soft evidence about a place weighs
//! its rank.
//!
//! A pool holds so many cards of each rank. Some of them lie in slots, one each; the rest is the deck. An assignment of ranks to slots
//! weighs the product of one weight for each slot and its rank, times the ways to deal it: the product over ranks of c (c - 1) ...
//! (c - n + 1) where n of c cards are in slots. A weight of zero is a hard fact. Slots that no evidence distinguishes from the deck are
//! exchangeable with it and cost nothing.
//!
//! What makes the sum cheap. Slots with equal weights form a *group* and ranks with equal weights for every group form a *class*; a
//! state says how many slots of each group are filled, so m different slots make 2^m states and equal ones far fewer. The sum runs over
//! classes: with L the operator that fills one open slot, a class of C cards, each in a slot or (weight u) in the deck, acts as
//! (u + L)^C, a sum over powers of L, of which no more are needed than there are slots. The largest class comes last, in closed form.
//! The other way round (slots one by one, with what is left of each class as the state) has C(13 + m, m) states for 14 ranks that differ,
//! more than 2^m for every m that is affordable; and where classes are few, so are the groups. So there is only this one.
//!
//! **Factors on sums.** A factor on the total of some slots' values is given as a sum of exponentials, coefficient x exp(-rate x total);
//! each of them is a product over slots, so the posterior is a combination of as many product-form ones. Coefficients may be
//! negative; [`SumFactor::at_least`] is one whose terms cancel by no more than 2^n, so no digits that matter are lost.
//!
//! **Beyond the budget** of states, assignments are drawn by sequential importance sampling, slot by slot, from weights balanced as in
//! [`Assignment`](super::Assignment); the effective sample size is stated.

mod apart;
mod balance;
mod draw;
mod feasible;
mod lattice;
mod row;
mod sampler;
mod shape;
mod solved;
mod sums;
#[cfg(test)]
mod tests;
mod totals;
mod unseen;

pub use apart::SeenCard;
pub use draw::RankDraw;
pub use feasible::Stuck;
pub use solved::RankPosterior;
pub use sums::SumFactor;
pub use unseen::{Effort, Slot, Unseen};
