//! An archive as bytes: lines that are packed, counted and sealed on the way out; unpacked, counted and compared on the way in.

use std::io::{BufRead, BufReader, Read, Write};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

use super::ArchiveError;
use super::archive_line::{End, FORMAT, Header, Line};

/// A line that is longer is none that was written: an append may hold a few MiB, and hexadecimal doubles it. In bytes.
const LONGEST: u64 = 256 << 20;

/// Writes an archive.
pub(super) struct ArchiveWriter<W: Write> {
    packed: GzEncoder<W>,
    sum: blake3::Hasher,
    end: End,
}

impl<W: Write> ArchiveWriter<W> {
    /// Begins with the header.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn begin(into: W, remains: Option<&str>) -> Result<Self, ArchiveError> {
        let packed = GzEncoder::new(into, Compression::default());
        let mut writer = Self { packed, sum: blake3::Hasher::new(), end: End::default() };
        let release = env!("CARGO_PKG_VERSION").to_owned();
        writer.write(&Line::Credence(Header { format: FORMAT, release, remains: remains.map(str::to_owned) }))?;
        Ok(writer)
    }

    /// Adds a line.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn write(&mut self, line: &Line) -> Result<(), ArchiveError> {
        let mut text = serde_json::to_vec(line).map_err(|error| ArchiveError::Written(error.to_string()))?;
        text.push(b'\n');
        count(&mut self.end, line);
        self.sum.update(&text);
        self.packed.write_all(&text).map_err(written)
    }

    /// Ends with the counts and the checksum.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn finish(mut self) -> Result<(W, End), ArchiveError> {
        self.end.blake3 = self.sum.finalize().to_hex().to_string();
        let mut text =
            serde_json::to_vec(&Line::End(self.end.clone())).map_err(|error| ArchiveError::Written(error.to_string()))?;
        text.push(b'\n');
        self.packed.write_all(&text).map_err(written)?;
        let mut into = self.packed.finish().map_err(written)?;
        into.flush().map_err(written)?;
        Ok((into, self.end))
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it maps an error")]
fn written(error: std::io::Error) -> ArchiveError {
    ArchiveError::Written(error.to_string())
}

fn count(end: &mut End, line: &Line) {
    end.lines += 1;
    match line {
        Line::Log { .. } => end.logs += 1,
        Line::Event(_) => end.events += 1,
        Line::Game { .. } => end.games += 1,
        Line::Player { .. } => end.players += 1,
        Line::Forgotten { .. } => end.forgotten += 1,
        _ => {}
    }
}

/// Reads an archive.
pub(super) struct ArchiveReader<R: Read> {
    unpacked: BufReader<MultiGzDecoder<R>>,
    sum: blake3::Hasher,
    end: End,
    length: usize,
}

impl<R: Read> ArchiveReader<R> {
    /// Bytes of the line that was read last: about what it takes in memory.
    pub const fn length(&self) -> usize {
        self.length
    }

    /// Reads the header.
    ///
    /// # Errors
    /// Where it is no archive, or one of a newer layout.
    pub fn begin(from: R) -> Result<(Self, Header), ArchiveError> {
        let unpacked = BufReader::new(MultiGzDecoder::new(from));
        let mut reader = Self { unpacked, sum: blake3::Hasher::new(), end: End::default(), length: 0 };
        match reader.next()? {
            Next::Line(Line::Credence(header)) if header.format <= FORMAT => Ok((reader, header)),
            Next::Line(Line::Credence(header)) => Err(ArchiveError::Refused(format!(
                "it has layout {}, and this release reads {FORMAT}: it was written by release {}",
                header.format, header.release
            ))),
            _ => Err(ArchiveError::Refused("it does not begin with a header".to_owned())),
        }
    }

    /// The next line. The last is given once everything before it was found to be what was written, and nothing follows it.
    ///
    /// # Errors
    /// Where the archive is cut or was changed.
    pub fn next(&mut self) -> Result<Next, ArchiveError> {
        let number = self.end.lines + 1;
        let broken = |what: String| ArchiveError::Refused(format!("line {number}: {what}"));
        let mut text = Vec::new();
        let read = (&mut self.unpacked).take(LONGEST).read_until(b'\n', &mut text);
        read.map_err(|error| broken(format!("it cannot be unpacked: {error}")))?;
        self.length = text.len();
        if text.is_empty() {
            return Err(broken("it is cut: there is no last line".to_owned()));
        }
        if text.last() != Some(&b'\n') {
            return Err(broken("it is cut within a line".to_owned()));
        }
        let line: Line = serde_json::from_slice(&text).map_err(|error| broken(error.to_string()))?;
        let Line::End(end) = line else {
            count(&mut self.end, &line);
            self.sum.update(&text);
            return Ok(Next::Line(line));
        };
        self.end.blake3 = self.sum.finalize().to_hex().to_string();
        if self.end != end {
            return Err(broken("it was changed: the lines are not those that its checksum was made of".to_owned()));
        }
        let mut more = Vec::new();
        let rest = (&mut self.unpacked).take(1).read_to_end(&mut more);
        rest.map_err(|error| broken(format!("something follows its end: {error}")))?;
        if more.is_empty() { Ok(Next::End(end)) } else { Err(broken("something follows its end".to_owned())) }
    }
}

/// What comes next.
#[derive(Debug)]
pub(super) enum Next {
    /// A line.
    Line(Line),
    /// The end.
    End(End),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archive() -> Vec<u8> {
        let mut writer = ArchiveWriter::begin(Vec::new(), None).expect("begun");
        writer.write(&Line::Log { log: 1, position: 0, tenant: None }).expect("written");
        for mark in ["a", "b"] {
            writer.write(&Line::Forgotten { log: 1, mark: mark.repeat(64) }).expect("written");
        }
        writer.finish().expect("finished").0
    }

    fn read(bytes: &[u8]) -> Result<End, ArchiveError> {
        let (mut reader, _) = ArchiveReader::begin(bytes)?;
        loop {
            if let Next::End(end) = reader.next()? {
                return Ok(end);
            }
        }
    }

    #[test]
    fn an_archive_that_is_cut_or_changed_anywhere_is_refused() {
        let whole = archive();
        assert_eq!(read(&whole).expect("sound").forgotten, 2);
        for length in 0..whole.len() {
            assert!(read(&whole[..length]).is_err(), "cut after {length} bytes");
        }
        assert!(read(&[whole.as_slice(), b"\n"].concat()).is_err(), "a byte too many");
        assert!(read(&[whole.as_slice(), &whole].concat()).is_err(), "two in one");
        let mut text = Vec::new();
        MultiGzDecoder::new(&whole[..]).read_to_end(&mut text).expect("gzip");
        for place in 0..text.len() {
            let mut changed = text.clone();
            changed[place] ^= 1;
            let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
            packed.write_all(&changed).expect("packed");
            assert!(read(&packed.finish().expect("packed")).is_err(), "changed at byte {place}");
        }
    }
}
