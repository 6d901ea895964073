//! Whether two of three series of times differ, and the two that should not.

/// Standard errors of an interval of 99.9 %.
const WIDE: f64 = 3.29;

/// A median, and the interval in which the true one lies: that of the sign test, which assumes nothing of how times are spread.
struct Median {
    at: f64,
    low: f64,
    high: f64,
}

impl Median {
    fn of(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        let last = values.len() - 1;
        let (middle, wide) = (last as f64 / 2.0, WIDE * (values.len() as f64).sqrt() / 2.0);
        let place = |place: f64| values[(place.round().max(0.0) as usize).min(last)];
        Self { at: place(middle), low: place((middle - wide).floor()), high: place((middle + wide).ceil()) }
    }
}

/// What the times of one step say.
pub struct Difference {
    medians: [f64; 2],
    apart: Median,
    control: Median,
    /// How often the first took longer than the second, of all rounds.
    longer: f64,
}

impl Difference {
    /// Names of the columns.
    pub const HEAD: &'static str =
        "step                   contradicted  plain     difference [99.9 %]         control [99.9 %]            longer, %";

    /// Of the times of a step: contradicted by the referee alone, by nobody, and again by nobody.
    pub fn of(times: &[[f64; 3]]) -> Self {
        let median = |at: usize| Median::of(times.iter().map(|times| times[at]).collect()).at;
        let apart = Median::of(times.iter().map(|[first, second, _]| first - second).collect());
        let control = Median::of(times.iter().map(|[_, second, third]| third - second).collect());
        let longer = times.iter().filter(|[first, second, _]| first > second).count() as f64 / times.len() as f64;
        Self { medians: [median(0), median(1)], apart, control, longer }
    }

    /// Whether the time tells the two apart.
    pub fn is_apart(&self) -> bool {
        self.apart.low > 0.0 || self.apart.high < 0.0
    }

    /// As a line of the table.
    pub fn line(&self, step: &str) -> String {
        let [first, second] = self.medians;
        let shown = |median: &Median| format!("{:+.1} [{:+.1}, {:+.1}]", median.at, median.low, median.high);
        format!(
            "{step:<22}{first:>13.1}{second:>9.1}   {:<26}{:<26}{:>11.1}",
            shown(&self.apart),
            shown(&self.control),
            100.0 * self.longer
        )
    }
}
