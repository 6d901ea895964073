//! Makes the record of evidence while an event is folded: compares all marginals before and after each step.

use super::belief::Belief;
use super::marginals::variables;
use crate::belief::{Evidence, Marginal, Parameter, Piece, Reweighed, Source};

/// Distributions that differ by less are rounding.
const ROUNDING: f64 = 1e-12;

/// The evidence of one event in the making. Costs nothing where nobody asked for it.
pub struct Telling<'a> {
    evidence: &'a mut Evidence,
    source: Source,
    /// All marginals as the last step left them; the list of variables never changes in a game.
    frame: Vec<Marginal>,
}

impl<'a> Telling<'a> {
    /// Begins with the belief before the event.
    pub fn new(evidence: &'a mut Evidence, belief: &Belief, source: Source) -> Self {
        let frame = if evidence.is_on() { variables(belief) } else { Vec::new() };
        Self { evidence, source, frame }
    }

    /// All dice were rolled anew.
    pub fn moved(&mut self, belief: &Belief, kind: &'static str, summary: impl FnOnce() -> String) {
        let source = self.source;
        self.step(belief, |before, after| Piece::transition(kind, source, summary(), before, after));
    }

    /// A fact of this probability was seen. Says nothing where it was known.
    pub fn learned(&mut self, belief: &Belief, kind: &'static str, probability: f64, summary: impl FnOnce() -> String) {
        let source = self.source;
        self.step(belief, |before, after| Piece::hard(kind, source, summary(), before, after, probability));
    }

    /// A soft likelihood shifted weight.
    pub fn leaned(
        &mut self,
        belief: &Belief,
        kind: &'static str,
        told: &Reweighed,
        parameter: impl FnOnce() -> Parameter,
        summary: impl FnOnce() -> String,
    ) {
        let source = self.source;
        self.step(belief, |before, after| {
            Piece::soft(kind, source, summary(), before, after, told.expected, told.ln_after, parameter())
        });
    }

    fn step(&mut self, belief: &Belief, make: impl FnOnce(&[Marginal], &[Marginal]) -> Piece) {
        if !self.evidence.is_on() {
            return;
        }
        let next = variables(belief);
        let places: Vec<usize> = (0..next.len()).filter(|at| differs(&self.frame[*at], &next[*at])).collect();
        if !places.is_empty() {
            let pick = |frame: &[Marginal]| places.iter().map(|at| frame[*at].clone()).collect::<Vec<_>>();
            let piece = make(&pick(&self.frame), &pick(&next));
            self.evidence.record(|| piece);
        }
        self.frame = next;
    }
}

fn differs(a: &Marginal, b: &Marginal) -> bool {
    a.distribution.len() != b.distribution.len()
        || a.distribution.iter().zip(&b.distribution).any(|(a, b)| a.value != b.value || (a.p - b.p).abs() > ROUNDING)
}
