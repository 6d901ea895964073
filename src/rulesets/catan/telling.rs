//! Makes the record of evidence while an event is folded: compares all marginals before and after each step.
//!
//! A piece lists the variables that the step is about and every other whose distribution it changed, so nothing changes
//! unexplained and pieces on one variable form a chain. Costs nothing where nobody asked for evidence.

use super::belief::Belief;
use super::marginals::{of_dev_cards, of_hands};
use crate::belief::{Evidence, Marginal, Parameter, Piece, Reweighed, Source};

/// Distributions that differ by less are rounding.
const ROUNDING: f64 = 1e-12;

/// The evidence of one event in the making.
pub struct Telling<'a> {
    evidence: &'a mut Evidence,
    kind: &'static str,
    source: Source,
    /// All marginals as the last step left them.
    frame: Vec<Marginal>,
}

impl<'a> Telling<'a> {
    /// Begins with the belief before the event.
    pub fn new(evidence: &'a mut Evidence, belief: &Belief, kind: &'static str, source: Source) -> Self {
        let frame = if evidence.is_on() { frame(belief) } else { Vec::new() };
        Self { evidence, kind, source, frame }
    }

    /// Whether anybody asked.
    pub fn is_on(&self) -> bool {
        self.evidence.is_on()
    }

    /// Pieces from here on are of this kind.
    pub fn turn_to(&mut self, kind: &'static str) {
        self.kind = kind;
    }

    /// Hidden things moved.
    pub fn moved(&mut self, belief: &Belief, summary: impl FnOnce() -> String) {
        let (kind, source) = (self.kind, self.source);
        self.step(belief, &[], false, |before, after| Piece::transition(kind, source, summary(), before, after));
    }

    /// A fact of this probability struck worlds. Says nothing where it was certain.
    pub fn learned(&mut self, belief: &Belief, about: &[String], probability: f64, summary: impl FnOnce() -> String) {
        let (kind, source) = (self.kind, self.source);
        let tells = probability < 1.0 - ROUNDING;
        self.step(belief, about, tells, |before, after| Piece::hard(kind, source, summary(), before, after, probability));
    }

    /// A soft likelihood shifted weight.
    pub fn leaned(
        &mut self,
        belief: &Belief,
        about: &[String],
        told: Reweighed,
        parameter: Parameter,
        summary: impl FnOnce() -> String,
    ) {
        let (kind, source) = (self.kind, self.source);
        let tells = told.expected < 1.0 - ROUNDING;
        self.step(belief, about, tells, |before, after| {
            Piece::soft(kind, source, summary(), before, after, told.expected, told.ln_after, parameter)
        });
    }

    fn step(&mut self, belief: &Belief, about: &[String], tells: bool, make: impl FnOnce(&[Marginal], &[Marginal]) -> Piece) {
        if !self.evidence.is_on() {
            return;
        }
        let next = frame(belief);
        let listed = |at: usize| (tells && about.contains(&next[at].id)) || differs(&self.frame[at], &next[at]);
        let places: Vec<usize> = (0..next.len()).filter(|at| listed(*at)).collect();
        if !places.is_empty() {
            let pick = |frame: &[Marginal]| places.iter().map(|at| frame[*at].clone()).collect::<Vec<_>>();
            let piece = make(&pick(&self.frame), &pick(&next));
            self.evidence.record(|| piece);
        }
        self.frame = next;
    }
}

fn frame(belief: &Belief) -> Vec<Marginal> {
    let mut frame = of_hands(belief);
    frame.extend(of_dev_cards(belief));
    frame
}

fn differs(a: &Marginal, b: &Marginal) -> bool {
    a.distribution.len() != b.distribution.len()
        || a.distribution.iter().zip(&b.distribution).any(|(a, b)| a.value != b.value || (a.p - b.p).abs() > ROUNDING)
}
