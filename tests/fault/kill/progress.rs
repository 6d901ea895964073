//! How far a run is: a bar on a terminal, plain lines in a pipe.

use indicatif::{ProgressBar, ProgressStyle};

/// The bar, hidden where nobody looks at a terminal.
pub struct Progress(ProgressBar);

impl Progress {
    /// Of so many rounds.
    pub fn new(rounds: u64) -> Self {
        let bar = ProgressBar::new(rounds);
        bar.set_style(ProgressStyle::with_template("{bar:30} {pos}/{len} rounds, {elapsed}, {msg}").expect("a template"));
        Self(bar)
    }

    /// A round is over.
    pub fn round(&self) {
        self.0.inc(1);
    }

    /// Something that a pipe is told as well.
    pub fn say(&self, line: String) {
        if self.0.is_hidden() {
            println!("  {line}");
        } else {
            self.0.set_message(line);
        }
    }

    /// The end.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}
