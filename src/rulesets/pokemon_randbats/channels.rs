//! The lines of each feed by number: what may be sent again, and must then be the same.

use std::sync::Arc;

use super::event::{Channel, Protocol};

/// Fingerprints of the lines of each feed.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    of: [Arc<Vec<u64>>; 3],
}

/// A line was recorded otherwise before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Differs {
    /// Its number.
    pub line: u32,
}

fn mark(line: &str) -> u64 {
    let mut mark = [0; 8];
    mark.copy_from_slice(&blake3::hash(line.as_bytes()).as_bytes()[..8]);
    u64::from_be_bytes(mark)
}

impl Lines {
    /// How many lines of a feed are known.
    #[must_use]
    pub fn count(&self, channel: Channel) -> u32 {
        u32::try_from(self.of[channel.index()].len()).unwrap_or(u32::MAX)
    }

    /// Compares what was sent before, and gives the lines that are new.
    ///
    /// # Errors
    /// The first line that was recorded otherwise.
    pub fn new_ones<'a>(&self, batch: &'a Protocol) -> Result<Vec<&'a str>, Differs> {
        let known = &self.of[batch.channel.index()];
        let mut new = Vec::new();
        for (number, line) in (batch.from_line as usize..).zip(batch.numbered()) {
            match known.get(number) {
                Some(stands) if *stands == mark(line) => {}
                Some(_) => return Err(Differs { line: u32::try_from(number).unwrap_or(u32::MAX) }),
                None => new.push(line),
            }
        }
        Ok(new)
    }

    /// Takes new lines in.
    pub fn extend(&mut self, channel: Channel, new: &[&str]) {
        Arc::make_mut(&mut self.of[channel.index()]).extend(new.iter().map(|line| mark(line)));
    }

    /// Approximate memory in bytes.
    #[must_use]
    pub fn weigh(&self) -> usize {
        self.of.iter().map(|marks| marks.len() * 8).sum()
    }
}
