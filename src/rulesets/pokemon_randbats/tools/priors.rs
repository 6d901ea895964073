//! Prior tables as files: taken in, described, and put into a game's parameters by value.

use std::io::Read;

use flate2::Compression;
use flate2::read::GzEncoder;
use jiff::civil::Date;
use serde_json::json;

use crate::rulesets::PriorFile;
use crate::rulesets::pokemon_randbats::prior::{Imported, Prior, embedded, import};

/// Takes a table in: one of this project, or whole sets, frequencies or options as pkmn/randbats publishes them; packed or not. `date` is the day
/// that the sets of a published file are of; a table of this project keeps its own date.
///
/// # Errors
/// Where it is no table, in words.
pub fn take(file: &[u8], date: Date) -> Result<PriorFile, String> {
    let (table, text) = import(file, Some(date)).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    GzEncoder::new(&text[..], Compression::best())
        .read_to_end(&mut bytes)
        .map_err(|error| format!("the table cannot be packed: {error}"))?;
    Ok(PriorFile { name: format!("{}.json.gz", table.hash()), bytes, about: line(&table, "") })
}

/// Describes the embedded table, and each of some files by name: one line each, in their order. A file that is damaged, or is not the
/// table that its name begins with the hash of, is named as not used.
#[must_use]
pub fn describe(files: &[(&str, &[u8])]) -> String {
    let of_file = |(name, bytes): &(&str, &[u8])| match kept(name, bytes) {
        Ok(table) => line(&table, ""),
        Err(error) => format!("{name}: not used: {error}"),
    };
    let mut lines = vec![line(embedded(), " (embedded)")];
    lines.extend(files.iter().map(of_file));
    lines.join("\n") + "\n"
}

/// A game's `parameters` with the table whose hash begins so, as JSON: of the embedded table its hash, of another the table by value.
///
/// # Errors
/// Where no table is meant, or several are.
pub fn parameters(hash: &str, files: &[(&str, &[u8])]) -> Result<Vec<u8>, String> {
    if hash.is_empty() {
        return Err("name a table by its hash, or by the beginning of it".to_owned());
    }
    let meant = |(name, bytes): &&(&str, &[u8])| kept(name, bytes).is_ok_and(|table| table.hash().starts_with(hash));
    let found: Vec<_> = files.iter().filter(meant).collect();
    let parameters = match found[..] {
        [] if embedded().hash().starts_with(hash) => json!({"priors": embedded().hash()}),
        [] => return Err(format!("no table has a hash that begins with {hash:?}")),
        [(_, bytes)] => {
            let table = Imported::new(bytes).map_err(|error| error.to_string())?;
            json!({"priors": table.prior().hash(), "table": table})
        }
        _ => return Err(format!("several tables have hashes that begin with {hash:?}; name more of it")),
    };
    Ok(parameters.to_string().into_bytes())
}

fn kept(name: &str, bytes: &[u8]) -> Result<Prior, String> {
    let table = Prior::read(bytes).map_err(|error| error.to_string())?;
    if name.starts_with(table.hash()) { Ok(table) } else { Err(format!("its hash is {}", table.hash())) }
}

fn line(table: &Prior, note: &str) -> String {
    let sets: usize = table.entries().iter().map(|entry| entry.sets.len()).sum();
    let date = table.date().map_or("of no date".to_owned(), |date| date.to_string());
    format!("{}  {:>4} species {sets:>6} sets  {date}  {}{note}", table.hash(), table.entries().len(), table.generator())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Date = jiff::civil::date(2026, 6, 2);
    const WHOLE: &[u8] = br#"{"ditto": {"87,choicescarf,imposter,transform,steel": 2}}"#;

    #[test]
    fn a_table_is_taken_described_and_given_by_value() {
        let taken = take(WHOLE, DAY).expect("whole sets");
        let files = [(taken.name.as_str(), &taken.bytes[..]), ("0123.json.gz", &taken.bytes[..]), ("bad.json.gz", &b"{"[..])];
        let text = describe(&files);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with(embedded().hash()) && lines[0].ends_with("(embedded)"));
        assert!(lines[1] == taken.about && lines[1].contains("2026-06-02"), "{}", lines[1]);
        assert!(lines[2].starts_with("0123.json.gz: not used: its hash is ") && lines[3].starts_with("bad.json.gz: not used: "));
        let given = parameters(&taken.name[..8], &files).expect("one table");
        let given: crate::rulesets::pokemon_randbats::Parameters = serde_json::from_slice(&given).expect("parameters");
        assert_eq!(Some(format!("{}.json.gz", given.prior().hash())), Some(taken.name.clone()));
        assert_eq!(given.priors.as_deref(), Some(given.prior().hash()));
        assert!(parameters(&embedded().hash()[..12], &files).is_ok_and(|text| !text.is_empty()));
        let several = [files[0], files[0]];
        for (hash, files) in [("", &files[..]), ("zz", &files[..]), (&taken.name[..8], &several[..])] {
            assert!(parameters(hash, files).is_err(), "{hash:?}");
        }
        assert!(take(b"no table", DAY).is_err());
    }
}
