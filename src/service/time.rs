//! When something happened, as requests and answers write it: RFC 3339, years 0000 to 9999.

use std::fmt;
use std::str::FromStr;

use jiff::civil::DateTime;
use jiff::{SignedDuration, civil};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

const EPOCH: DateTime = civil::date(1970, 1, 1).at(0, 0, 0, 0);

/// A moment in UTC, to the microsecond. [`jiff::Timestamp`] leaves out the last hours of the year 9999, and reads more forms of text than
/// RFC 3339 has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time(DateTime);

/// The text names no moment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no RFC 3339 time of the years 0000 to 9999, such as 2026-01-31T12:00:00Z")]
pub struct NoTime(String);

impl Time {
    /// From microseconds since 1970 UTC; `None` far outside of what can be stored.
    #[must_use]
    pub fn of_micros(micros: i64) -> Option<Self> {
        EPOCH.checked_add(SignedDuration::from_micros(micros)).ok().map(Self)
    }

    /// Microseconds since 1970 UTC; what is finer is cut off.
    #[must_use]
    pub fn micros(self) -> i64 {
        let since = self.0.duration_since(EPOCH);
        let below = since.subsec_nanos().rem_euclid(1_000);
        i64::try_from((since - SignedDuration::new(0, below)).as_micros()).unwrap_or(if since.is_negative() {
            i64::MIN
        } else {
            i64::MAX
        })
    }
}

impl FromStr for Time {
    type Err = NoTime;

    fn from_str(text: &str) -> Result<Self, NoTime> {
        read(text).map(Self).ok_or_else(|| NoTime(text.to_owned()))
    }
}

fn read(text: &str) -> Option<DateTime> {
    let (local, offset) = match text.strip_suffix(['Z', 'z']) {
        Some(local) => (local, SignedDuration::ZERO),
        None => {
            text.split_at_checked(text.len().checked_sub(6)?).and_then(|(local, offset)| Some((local, read_offset(offset)?)))?
        }
    };
    let (shape, fraction) = local.split_at_checked(19)?;
    let is_shaped = shape.bytes().zip(b"0000-00-00T00:00:00").all(|(byte, form)| match form {
        b'0' => byte.is_ascii_digit(),
        b'T' => matches!(byte, b'T' | b't' | b' '),
        _ => byte == *form,
    });
    let is_fraction =
        fraction.strip_prefix('.').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()));
    if !is_shaped || !(fraction.is_empty() || is_fraction) {
        return None;
    }
    // No more digits than nanoseconds have: microseconds are stored.
    let fraction = &fraction[..fraction.len().min(10)];
    let moment = format!("{}T{}{fraction}", &shape[..10], &shape[11..]).parse::<DateTime>().ok()?.checked_sub(offset).ok()?;
    (0..=9999).contains(&moment.year()).then_some(moment)
}

fn read_offset(text: &str) -> Option<SignedDuration> {
    let number = |range: std::ops::Range<usize>| {
        text.get(range).filter(|part| part.bytes().all(|byte| byte.is_ascii_digit()))?.parse().ok()
    };
    let (hours, minutes): (i64, i64) = (number(1..3)?, number(4..6)?);
    let seconds = (hours * 60 + minutes) * 60;
    match (text.as_bytes().first()?, text.as_bytes().get(3)?) {
        _ if hours > 23 || minutes > 59 => None,
        (b'+', b':') => Some(SignedDuration::from_secs(seconds)),
        (b'-', b':') => Some(SignedDuration::from_secs(-seconds)),
        _ => None,
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}Z", self.0)
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_second_of_the_years_0_to_9999_is_read_and_written() {
        for (text, micros) in [
            ("1970-01-01T00:00:00Z", 0),
            ("1969-12-31T23:59:59.999999Z", -1),
            ("2026-01-31T12:00:00.5Z", 1_769_860_800_500_000),
            ("0000-01-01T00:00:00Z", -62_167_219_200_000_000),
            ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999),
        ] {
            let time: Time = text.parse().expect("a time");
            assert_eq!((time.micros(), time.to_string().as_str()), (micros, text));
            assert_eq!(Time::of_micros(micros), Some(time));
        }
        let same =
            ["2026-01-31T12:00:00Z", "2026-01-31t14:30:00.0000000009+02:30", "2026-01-31 01:00:00-11:00", "2026-01-31T12:00:00z"];
        for text in same {
            assert_eq!(text.parse::<Time>().expect("a time").micros(), 1_769_860_800_000_000, "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_times() {
        for text in [
            "",
            "Z",
            "2026",
            "2026-01-31",
            "2026-01-31T12:00:00",
            "2026-01-31T12:00Z",
            "20260131T120000Z",
            "2026-02-30T12:00:00Z",
            "-000001-01-01T00:00:00Z",
            "+010000-01-01T00:00:00Z",
            "9999-12-31T23:59:59-00:01",
            "0000-01-01T00:00:00+00:01",
            "2026-01-31T12:00:00.Z",
            "2026-01-31T12:00:00+2:00",
            "2026-01-31T12:00:00+24:00",
            "2026-01-31T12:00:00Z[UTC]",
            "2026-01-31T12:00:00,5Z",
            "２026-01-31T12:00:00Z",
            "2026-01-31T25:00:00Z",
        ] {
            assert_eq!(text.parse::<Time>(), Err(NoTime(text.to_owned())));
        }
    }
}
