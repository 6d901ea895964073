//! Counts of what seats did, while they are being taken.

use std::collections::BTreeMap;

use super::conduct::Conduct;
use super::places::Seat;

/// How often seats did something, and could have done it, by seat and by what it is: a behaviour, or a behaviour in a context.
#[derive(Clone, Debug)]
pub struct Tally<B>(BTreeMap<(Seat, B), (u32, u32)>);

impl<B> Default for Tally<B> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<B: Ord> Tally<B> {
    /// One more opportunity, taken or not.
    pub fn add(&mut self, seat: Seat, behaviour: B, done: bool) {
        self.add_all(seat, behaviour, done, 1);
    }

    /// So many more opportunities, all taken or none.
    pub fn add_all(&mut self, seat: Seat, behaviour: B, done: bool, times: u32) {
        if times > 0 {
            let (successes, opportunities) = self.0.entry((seat, behaviour)).or_default();
            *successes = successes.saturating_add(if done { times } else { 0 });
            *opportunities = opportunities.saturating_add(times);
        }
    }

    /// Seat, behaviour, successes and opportunities, in order of seat and behaviour.
    pub fn counts(self) -> impl Iterator<Item = (Seat, B, u32, u32)> {
        self.0.into_iter().map(|((seat, behaviour), (successes, opportunities))| (seat, behaviour, successes, opportunities))
    }

    /// What is settled, in order of seat and behaviour. `label` gives the names of tendency and context.
    pub fn conduct(self, label: impl Fn(B) -> (&'static str, &'static str)) -> Vec<Conduct> {
        let count = |(seat, behaviour, successes, opportunities)| {
            let (tendency, context) = label(behaviour);
            Conduct::Count { seat, tendency, context: context.to_owned(), successes, opportunities }
        };
        self.counts().map(count).collect()
    }
}
