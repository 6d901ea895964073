//! What the doctor looks at on this machine, whatever the database.

use super::diagnosis::Finding;

/// Files and connections that a server should be able to hold open.
#[cfg(unix)]
const OPEN_FILES: u64 = 1_024;

/// A server cannot work with fewer.
#[cfg(unix)]
const FEWEST_OPEN_FILES: u64 = 128;

/// The clock and the limits of this machine. `now_us` is what the clock says, in microseconds since 1970 UTC.
pub(super) fn findings(now_us: i64) -> Vec<Finding> {
    let mut findings = vec![clock(now_us)];
    #[cfg(unix)]
    findings.push(open_files(rustix::process::getrlimit(rustix::process::Resource::Nofile).current));
    findings
}

fn clock(now_us: i64) -> Finding {
    match jiff::Timestamp::from_microsecond(now_us) {
        Ok(now) if (2026..2100).contains(&now.to_zoned(jiff::tz::TimeZone::UTC).year()) => Finding::ok("clock", now.to_string()),
        _ => Finding::wrong("clock", "it names a year that cannot be", "set the clock of this machine; NTP keeps it"),
    }
}

#[cfg(unix)]
fn open_files(limit: Option<u64>) -> Finding {
    let cure = "raise it: ulimit -n, or LimitNOFILE of the service";
    match limit {
        None => Finding::ok("open files", "no limit"),
        Some(limit) if limit < FEWEST_OPEN_FILES => Finding::wrong("open files", format!("at most {limit}"), cure),
        Some(limit) if limit < OPEN_FILES => Finding::warning("open files", format!("at most {limit}"), cure),
        Some(limit) => Finding::ok("open files", format!("at most {limit}")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::diagnosis::State;
    use super::*;

    #[test]
    fn a_clock_that_stands_in_another_age_is_wrong() {
        assert_eq!(clock(0).state, State::Wrong);
        assert_eq!(clock(i64::MAX).state, State::Wrong);
        assert_eq!(clock(1_790_000_000_000_000).state, State::Ok);
    }
}
