//! What each key holds of something that all keys share, so that none of them holds all of it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::service::Payer;

/// What keys hold of one thing: open streams, or room in a [`Pool`](super::pool::Pool).
#[derive(Clone, Default)]
pub struct Shares(Arc<Mutex<BTreeMap<Payer, usize>>>);

/// A part that a key holds, until it is dropped.
pub struct Share {
    payer: Payer,
    amount: usize,
    all: Shares,
}

impl Shares {
    /// Takes so much for a payer, where it then holds no more than `most`; or, where it holds nothing, whatever it asks for. Callers without a
    /// key are the machine's own: they are not counted.
    ///
    /// # Errors
    /// Where it holds too much already.
    pub fn take(&self, payer: Payer, amount: usize, most: usize) -> Result<Option<Share>, Full> {
        if payer == Payer::default() {
            return Ok(None);
        }
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of_payer = held.entry(payer).or_default();
        if *of_payer > 0 && of_payer.saturating_add(amount) > most {
            return Err(Full);
        }
        *of_payer += amount;
        Ok(Some(Share { payer, amount, all: self.clone() }))
    }
}

/// The key holds as much as it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl Share {
    /// Gives back what is over an amount.
    pub fn shrink(&mut self, to: usize) {
        let spare = self.amount.saturating_sub(to);
        self.give_back(spare);
        self.amount -= spare;
    }

    fn give_back(&self, amount: usize) {
        let mut held = self.all.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(of_payer) = held.get_mut(&self.payer) {
            *of_payer = of_payer.saturating_sub(amount);
            if *of_payer == 0 {
                held.remove(&self.payer);
            }
        }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.give_back(self.amount);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_has_its_own() {
        let (all, one, other) = (Shares::default(), Payer(1), Payer(2));
        let held: Vec<Option<Share>> = (0..2).filter_map(|_| all.take(one, 1, 2).ok()).collect();
        assert_eq!(held.len(), 2);
        assert!(all.take(one, 1, 2).is_err());
        assert!(all.take(other, 1, 2).is_ok());
        assert!(matches!(all.take(Payer::default(), 100, 2), Ok(None)), "who brings no key is not counted");
        drop(held);
        assert!(all.take(one, 1, 2).is_ok());
        assert!(all.0.lock().expect("whole").is_empty(), "nothing is kept of keys that hold nothing");
    }

    #[test]
    fn what_is_given_back_can_be_taken_again() {
        let (all, one) = (Shares::default(), Payer(1));
        let mut large = all.take(one, 100, 10).expect("it holds nothing yet").expect("counted");
        assert!(all.take(one, 1, 10).is_err());
        large.shrink(4);
        let rest = all.take(one, 6, 10).expect("there is room");
        assert!(all.take(one, 1, 10).is_err());
        drop((large, rest));
        assert!(all.take(one, 10, 10).is_ok());
    }
}
