//! The lines of a feed by number: what may be sent again, and must then be the same.

use std::sync::Arc;

use super::event::Protocol;
use super::protocol::Message;

/// Fingerprints of a full chunk. Chunks are shared by all that follow, so that a long battle is not copied line by line.
const CHUNK: usize = 256;

/// Fingerprints of the lines of one feed.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    full: Arc<Vec<Arc<[u64]>>>,
    /// Fewer than a chunk.
    last: Arc<Vec<u64>>,
}

/// A line was recorded otherwise before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Differs {
    /// Its number.
    pub line: u32,
    /// Whether the lines began at the start of the battle, and were not said to be sent again.
    pub from_start: bool,
}

impl Differs {
    /// What may have happened, in words that follow the line's number.
    #[must_use]
    pub const fn hint(&self) -> &'static str {
        if self.from_start { "; if the server sent the battle again after a rejoin, send it with `resync` true" } else { "" }
    }
}

/// The bit of a fingerprint that says whether the line is of the battle.
const OF_BATTLE: u64 = 1;

/// A line of the battle itself, which is sent again after a rejoin; and not one of the room around it, of which some are not.
fn is_of_battle(line: &str) -> bool {
    use Message::{Gap, Idle, Rule, Time, Unknown};
    !matches!(Message::read(line), Idle | Rule(_) | Time(_) | Gap | Unknown)
}

fn mark(line: &str) -> u64 {
    let mut mark = [0; 8];
    mark.copy_from_slice(&blake3::hash(line.as_bytes()).as_bytes()[..8]);
    u64::from_be_bytes(mark) & !OF_BATTLE | u64::from(is_of_battle(line))
}

impl Marks {
    fn len(&self) -> usize {
        self.full.len() * CHUNK + self.last.len()
    }

    fn get(&self, number: usize) -> Option<u64> {
        match self.full.get(number / CHUNK) {
            Some(chunk) => chunk.get(number % CHUNK).copied(),
            None => self.last.get(number - self.full.len() * CHUNK).copied(),
        }
    }

    fn push(&mut self, marks: impl IntoIterator<Item = u64>) {
        let last = Arc::make_mut(&mut self.last);
        for mark in marks {
            last.push(mark);
            if last.len() == CHUNK {
                Arc::make_mut(&mut self.full).push(last.drain(..).collect());
            }
        }
    }

    /// How many lines are known.
    #[must_use]
    pub fn count(&self) -> u32 {
        u32::try_from(self.len()).unwrap_or(u32::MAX)
    }

    /// Compares what was sent before, and gives the lines that are new.
    ///
    /// # Errors
    /// The first line that was recorded otherwise.
    pub fn new_ones<'a>(&self, batch: &'a Protocol) -> Result<Vec<&'a str>, Differs> {
        if batch.resync {
            return self.after_rejoin(batch);
        }
        let mut new = Vec::new();
        for (number, line) in (batch.from_line as usize..).zip(batch.numbered()) {
            match self.get(number) {
                Some(stands) if stands == mark(line) => {}
                Some(_) => {
                    let line = u32::try_from(number).unwrap_or(u32::MAX);
                    return Err(Differs { line, from_start: batch.from_line == 0 });
                }
                None => new.push(line),
            }
        }
        Ok(new)
    }

    /// Compares a log that was sent again from its start, and gives the lines that follow what is known. Lines of the room are passed
    /// over on both sides: those that were sent to one player alone are not sent again, and a rejoin adds others.
    fn after_rejoin<'a>(&self, batch: &'a Protocol) -> Result<Vec<&'a str>, Differs> {
        let lines: Vec<&str> = batch.numbered().collect();
        let marks = (0..self.len()).filter_map(|number| Some((number, self.get(number)?)));
        let mut known = marks.filter(|(_, mark)| mark & OF_BATTLE == OF_BATTLE);
        let mut first_new = 0;
        for (place, line) in lines.iter().enumerate().filter(|(_, line)| is_of_battle(line)) {
            match known.next() {
                Some((_, stands)) if stands == mark(line) => first_new = place + 1,
                Some((number, _)) => {
                    return Err(Differs { line: u32::try_from(number).unwrap_or(u32::MAX), from_start: false });
                }
                None => return Ok(lines[first_new..].to_vec()),
            }
        }
        Ok(Vec::new())
    }

    /// Takes new lines in.
    pub fn extend(&mut self, new: &[&str]) {
        self.push(new.iter().map(|line| mark(line)));
    }

    /// What a snapshot holds.
    #[must_use]
    pub fn freeze(&self) -> Vec<u64> {
        self.full.iter().flat_map(|chunk| chunk.iter()).chain(self.last.iter()).copied().collect()
    }

    /// The marks that were frozen.
    #[must_use]
    pub fn thaw(frozen: Vec<u64>) -> Self {
        let mut marks = Self::default();
        marks.push(frozen);
        marks
    }

    /// Approximate memory in bytes.
    #[must_use]
    pub fn weigh(&self) -> usize {
        let full = self.full.capacity() * size_of::<Arc<[u64]>>() + self.full.len() * (CHUNK * 8 + 16);
        2 * (size_of::<Vec<u64>>() + 16) + full + self.last.capacity() * 8
    }
}
