//! Which share of a possible gain was reached, with its interval.

/// The share of `known - none` that `reached - none` is, and half of its 95 % interval, paired by game: the ratio of two means (Cochran 1977,
/// section 6.4). Where the possible gain is hardly above 0 the interval is wide, as it should be.
pub fn share(none: &[f64], reached: &[f64], known: &[f64]) -> (f64, f64) {
    let over = |of: &[f64]| of.iter().zip(none).map(|(of, none)| of - none).collect::<Vec<f64>>();
    let (gained, possible) = (over(reached), over(known));
    let n = none.len() as f64;
    let (gain, most) = (gained.iter().sum::<f64>() / n, possible.iter().sum::<f64>() / n);
    let share = gain / most;
    let squares: f64 = gained.iter().zip(&possible).map(|(gain, possible)| libm::pow(gain - share * possible, 2.0)).sum();
    (share, 1.96 * (squares / (n * (n - 1.0))).sqrt() / most.abs())
}
