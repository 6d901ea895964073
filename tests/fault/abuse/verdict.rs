//! What was measured, beside its control and what it may be.

/// One figure.
pub struct Verdict {
    /// What was measured, with its unit.
    pub what: &'static str,
    /// The same without the abuse.
    pub control: f64,
    /// Under the abuse.
    pub measured: f64,
    /// The most that it may be.
    pub most: f64,
}

impl Verdict {
    /// Names of the columns.
    pub const HEAD: &'static str =
        "abuse         what                                              control     measured        ratio     at most";

    /// Of a figure that may be twice its control, or so much.
    pub fn within_twice(what: &'static str, control: f64, measured: f64, or: f64) -> Self {
        Self { what, control, measured, most: or.max(2.0 * control) }
    }

    /// Whether it is what it may be.
    pub fn holds(&self) -> bool {
        self.measured <= self.most
    }

    /// As a line of the table.
    pub fn line(&self, abuse: &str) -> String {
        let Self { what, control, measured, most } = self;
        let ratio = if *control > 0.0 { format!("{:.1}", measured / control) } else { "-".to_owned() };
        let mark = if self.holds() { "" } else { "   OVER" };
        format!("{abuse:<13} {what:<46}{control:>11.1}{measured:>13.1}{ratio:>13}{most:>12.1}{mark}")
    }
}
