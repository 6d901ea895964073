//! How many streams one key keeps open.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Open streams by key.
#[derive(Clone, Default)]
pub struct KeyStreams(Arc<Mutex<BTreeMap<Arc<str>, usize>>>);

/// One of them, until it is dropped.
pub struct KeyStream {
    key: Arc<str>,
    all: KeyStreams,
}

impl KeyStreams {
    /// Opens one, where the key has fewer than `most`.
    #[must_use]
    pub fn open(&self, key: &Arc<str>, most: usize) -> Option<KeyStream> {
        let mut streams = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = streams.entry(Arc::clone(key)).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(KeyStream { key: Arc::clone(key), all: self.clone() })
    }
}

impl Drop for KeyStream {
    fn drop(&mut self) {
        let mut streams = self.all.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = streams.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                streams.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_has_its_own() {
        let (all, one, other) = (KeyStreams::default(), Arc::from("one"), Arc::from("other"));
        let held: Vec<KeyStream> = (0..2).filter_map(|_| all.open(&one, 2)).collect();
        assert_eq!(held.len(), 2);
        assert!(all.open(&one, 2).is_none());
        assert!(all.open(&other, 2).is_some());
        drop(held);
        assert!(all.open(&one, 2).is_some());
        assert!(all.0.lock().expect("whole").is_empty(), "nothing is kept of keys without streams");
    }
}
