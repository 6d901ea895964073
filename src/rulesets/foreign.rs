//! What a game takes from elsewhere: transcripts in other programs' forms, and prior tables as files. Bytes in, bytes out: files, and
//! where they are kept, are the command line's.

use jiff::civil::Date;
use serde_json::Value;

/// A form of transcript that another program writes, and this game reads.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
    /// Whose feed a transcript may have been written down from, and which observer that is; the first is the usual one.
    pub feeds: &'static [(&'static str, &'static str)],
    /// Reads a transcript of one of the feeds: first `{"open": ...}`, the body that opens the game, then one `{"event": ...}` each. Fails
    /// with a sentence for people.
    pub read: fn(text: &[u8], feed: &str) -> Result<Vec<Value>, String>,
}

/// A file: its name, and its content.
pub type NamedFile<'a> = (&'a str, &'a [u8]);

/// How prior tables of a game are kept as files.
#[derive(Clone, Copy, Debug)]
pub struct PriorTables {
    /// Takes in a table in one of the forms that it is published in, and the day that a published file is of. Fails with a sentence for
    /// people.
    pub take: fn(file: &[u8], date: Date) -> Result<PriorFile, String>,
    /// Describes the embedded table, then each of some files by name, a line each.
    pub describe: fn(files: &[NamedFile<'_>]) -> String,
    /// A game's `parameters`, as JSON, with the table whose hash begins so. Fails with a sentence for people.
    pub parameters: fn(hash: &str, files: &[NamedFile<'_>]) -> Result<Vec<u8>, String>,
}

/// A prior table as a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriorFile {
    /// Its name: the hash of what it says, and an ending.
    pub name: String,
    /// Its content, packed.
    pub bytes: Vec<u8>,
    /// One line that describes it.
    pub about: String,
}
