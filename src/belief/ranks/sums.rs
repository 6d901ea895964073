//! Factors on totals, as sums of exponentials.

/// A factor on the total of some slots: the sum over its terms of coefficient x exp(-rate x total). Where its values lie in [0, 1] it is
/// a likelihood.
#[derive(Clone, Debug, PartialEq)]
pub struct SumFactor {
    /// The slots, by place.
    pub slots: Vec<usize>,
    /// What is known to count besides.
    pub known: f64,
    /// (coefficient, rate).
    pub terms: Vec<(f64, f64)>,
}

impl SumFactor {
    /// The factor 1 - (1 - exp(-rate (total - least)))^order: 1 at the least total that there is, falling slowly at first the
    /// greater the order, and like an exponential in the end.
    ///
    /// For totals of at least `least` its terms cancel by at most a factor of 2^order: of 16 digits one is lost.
    #[must_use]
    pub fn at_least(slots: Vec<usize>, known: f64, least: f64, rate: f64, order: u32) -> Self {
        let mut terms = Vec::new();
        let mut binomial = 1.0;
        for j in 1..=order {
            binomial *= f64::from(order + 1 - j) / f64::from(j);
            let sign = if j % 2 == 1 { 1.0 } else { -1.0 };
            let rate = rate * f64::from(j);
            terms.push((sign * binomial * libm::exp(rate * least), rate));
        }
        Self { slots, known, terms }
    }

    /// The factor for a total of its slots, without what is known besides.
    #[must_use]
    pub fn value(&self, total: f64) -> f64 {
        let total = total + self.known;
        self.terms.iter().map(|(coefficient, rate)| coefficient * libm::exp(-rate * total)).fold(0.0, |sum, term| sum + term)
    }
}

/// One product-form part of a posterior: a term of each factor.
#[derive(Clone, Debug)]
pub struct Component {
    /// Product of the coefficients, and of what the known totals make of them.
    pub coefficient: f64,
    /// The rate of each factor.
    pub rates: Vec<f64>,
}

/// Every choice of one term from each factor.
pub fn components(sums: &[SumFactor]) -> Vec<Component> {
    let mut all = vec![Component { coefficient: 1.0, rates: Vec::new() }];
    for sum in sums {
        let with = |part: &Component, (coefficient, rate): &(f64, f64)| {
            let mut rates = part.rates.clone();
            rates.push(*rate);
            Component { coefficient: part.coefficient * coefficient * libm::exp(-rate * sum.known), rates }
        };
        all = all.iter().flat_map(|part| sum.terms.iter().map(|term| with(part, term)).collect::<Vec<_>>()).collect();
    }
    all
}
