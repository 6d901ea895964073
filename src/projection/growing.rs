//! A list that only grows, and whose clones share what they have in common.

use std::sync::Arc;

/// Entries of a chunk: what a push copies at most.
const CHUNK: usize = 64;

/// A list to which entries are only added. A clone costs two reference counts; a push to a list that has clones copies at most one chunk
/// and, every 64 pushes, the list of chunks.
#[derive(Debug)]
pub struct Growing<T> {
    full: Arc<Vec<Arc<[T]>>>,
    last: Arc<Vec<T>>,
}

impl<T> Clone for Growing<T> {
    fn clone(&self) -> Self {
        Self { full: Arc::clone(&self.full), last: Arc::clone(&self.last) }
    }
}

impl<T> Default for Growing<T> {
    fn default() -> Self {
        Self { full: Arc::default(), last: Arc::default() }
    }
}

impl<T: Clone> Growing<T> {
    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.full.len() * CHUNK + self.last.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.full.is_empty() && self.last.is_empty()
    }

    /// Adds an entry after the last.
    pub fn push(&mut self, entry: T) {
        if self.last.len() == CHUNK {
            let chunk: Arc<[T]> = self.last.as_slice().into();
            Arc::make_mut(&mut self.full).push(chunk);
            self.last = Arc::new(Vec::with_capacity(CHUNK));
        }
        Arc::make_mut(&mut self.last).push(entry);
    }

    /// The entry at a place from 0.
    #[must_use]
    pub fn get(&self, place: usize) -> Option<&T> {
        match self.full.get(place / CHUNK) {
            Some(chunk) => chunk.get(place % CHUNK),
            None => self.last.get(place.checked_sub(self.full.len() * CHUNK)?),
        }
    }

    /// The last entry.
    #[must_use]
    pub fn last(&self) -> Option<&T> {
        self.last.last().or_else(|| self.full.last().and_then(|chunk| chunk.last()))
    }

    /// All entries in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.full.iter().flat_map(|chunk| chunk.iter()).chain(self.last.iter())
    }

    /// The first place for which `is_before` does not hold, where it holds for no place after that one either.
    pub fn partition_point(&self, mut is_before: impl FnMut(&T) -> bool) -> usize {
        let chunks = self.full.partition_point(|chunk| chunk.last().is_some_and(&mut is_before));
        let within = match self.full.get(chunks) {
            Some(chunk) => chunk.partition_point(is_before),
            None => self.last.partition_point(is_before),
        };
        chunks * CHUNK + within
    }
}

impl<T: Clone> FromIterator<T> for Growing<T> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        let mut list = Self::default();
        entries.into_iter().for_each(|entry| list.push(entry));
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_and_do_not_change_each_other() {
        let mut list = Growing::default();
        let mut clones = Vec::new();
        for number in 0..1_000_usize {
            clones.push(list.clone());
            list.push(number);
        }
        for (length, clone) in clones.iter().enumerate() {
            assert_eq!(clone.len(), length);
            assert!(clone.iter().copied().eq(0..length));
            assert_eq!(clone.last().copied(), length.checked_sub(1));
        }
        for place in [0, 63, 64, 65, 127, 128, 999] {
            assert_eq!(list.get(place), Some(&place));
            assert_eq!(list.partition_point(|number| *number < place), place);
        }
        assert_eq!(list.get(1_000), None);
        assert_eq!(list.partition_point(|_| true), 1_000);
    }
}
