//! How old a table is when a battle is played: the generator is changed each month, so that an older table misses more of the sets that are met.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::table::Prior;

/// Months that a table ages at most. What older ones miss was counted only over changes of a whole generation of the game.
pub const OLDEST: u32 = 24;

/// Days of a month.
const MONTH: i32 = 30;

impl Prior {
    /// Whole months from the table's date to a moment, in seconds since 1970: up to [`OLDEST`], and 0 for a moment before it, or a table without a date.
    #[must_use]
    pub fn months_until(&self, seconds: i64) -> u32 {
        let moment = Timestamp::from_second(seconds).map(|moment| moment.to_zoned(TimeZone::UTC).date());
        let (Some(date), Ok(day)) = (self.date(), moment) else { return 0 };
        let months = days(date, day).max(0) / MONTH;
        months.unsigned_abs().min(OLDEST)
    }
}

/// Days from one date to another.
fn days(from: Date, to: Date) -> i32 {
    (to - from).get_days()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::pokemon_randbats::prior::embedded;

    #[test]
    fn a_table_ages_by_whole_months() {
        let second = |date: &str| format!("{date}T12:00:00Z").parse::<Timestamp>().expect("a moment").as_second();
        let months = |date: &str| embedded().months_until(second(date));
        assert_eq!(embedded().date(), Some(jiff::civil::date(2026, 2, 1)));
        for (date, expected) in [
            ("2023-11-14", 0),
            ("2026-02-01", 0),
            ("2026-03-02", 0),
            ("2026-03-03", 1),
            ("2026-06-30", 4),
            ("2026-07-01", 5),
            ("2027-02-01", 12),
            ("2040-01-01", OLDEST),
        ] {
            assert_eq!(months(date), expected, "{date}");
        }
        assert_eq!((embedded().months_until(i64::MAX), embedded().months_until(i64::MIN)), (0, 0));
    }
}
