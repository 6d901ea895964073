//! Makes the record of evidence while an event is folded: compares all marginals before and after each step.
//!
//! A piece lists the variables that the step is about and every other whose distribution it changed, so nothing changes
//! unexplained and pieces on one variable form a chain. Costs nothing where nobody asked for evidence.

use std::collections::BTreeMap;

use super::{Evidence, Marginal, Parameter, Piece, Reweighed, Source};

/// Distributions that differ by less are rounding.
const ROUNDING: f64 = 1e-12;

/// The evidence of one event in the making, for beliefs of type `B`.
#[derive(Debug)]
pub struct EvidenceRecorder<'a, B> {
    evidence: &'a mut Evidence,
    marginals: fn(&B) -> Vec<Marginal>,
    kind: &'static str,
    source: Source,
    /// All marginals as the last step left them.
    frame: Vec<Marginal>,
}

impl<'a, B> EvidenceRecorder<'a, B> {
    /// Begins with the belief before the event; `marginals` are all that evidence can be about. Where they need a table as well, `B` is the pair of a belief
    /// and its table.
    pub fn new(
        evidence: &'a mut Evidence,
        belief: &B,
        marginals: fn(&B) -> Vec<Marginal>,
        kind: &'static str,
        source: Source,
    ) -> Self {
        let frame = if evidence.is_on() { marginals(belief) } else { Vec::new() };
        Self { evidence, marginals, kind, source, frame }
    }

    /// Whether anybody asked.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.evidence.is_on()
    }

    /// Pieces from here on are of this kind.
    pub fn turn_to(&mut self, kind: &'static str) {
        self.kind = kind;
    }

    /// Pieces from here on come from there.
    pub fn turn_to_source(&mut self, source: Source) {
        self.source = source;
    }

    /// Hidden things moved. A variable that begins here has nothing before, and one that ends is not listed.
    pub fn moved(&mut self, belief: &B, summary: impl FnOnce() -> String) {
        let (kind, source) = (self.kind, self.source);
        self.step(belief, &[], false, |before, after| Piece::transition(kind, source, summary(), before, after));
    }

    /// A fact of this probability struck worlds. Says nothing where it was certain.
    pub fn learned(&mut self, belief: &B, about: &[String], probability: f64, summary: impl FnOnce() -> String) {
        self.learned_and_shifted(belief, about, probability, 0.0, summary);
    }

    /// The same of a fact that also moved the weights of what it left, by `shifted` nats: KL(belief || the one before, given the fact).
    pub fn learned_and_shifted(
        &mut self,
        belief: &B,
        about: &[String],
        probability: f64,
        shifted: f64,
        summary: impl FnOnce() -> String,
    ) {
        let (kind, source) = (self.kind, self.source);
        let says = probability < 1.0 - ROUNDING;
        self.step(belief, about, says, |before, after| Piece::hard(kind, source, summary(), before, after, probability, shifted));
    }

    /// A soft likelihood shifted weight, which [`Worlds::reweigh`](super::Worlds::reweigh) and its like report. The likelihood is
    /// P(event | world), up to a factor that all worlds share: the surprisal is then relative to that factor. Says nothing where no
    /// variable changed and the event was certain.
    pub fn leaned(
        &mut self,
        belief: &B,
        about: &[String],
        shifted: Reweighed,
        parameter: Parameter,
        summary: impl FnOnce() -> String,
    ) {
        let (kind, source) = (self.kind, self.source);
        let says = shifted.expected < 1.0 - ROUNDING;
        self.step(belief, about, says, |before, after| {
            Piece::soft(kind, source, summary(), before, after, shifted.expected, shifted.ln_after, parameter)
        });
    }

    fn step(&mut self, belief: &B, about: &[String], says_something: bool, make: impl FnOnce(&[Marginal], &[Marginal]) -> Piece) {
        if !self.evidence.is_on() {
            return;
        }
        let next = (self.marginals)(belief);
        let stood: BTreeMap<&str, &Marginal> = self.frame.iter().map(|m| (m.id.as_str(), m)).collect();
        // A variable that is gone (a card that was played) is not listed, and one that is new has nothing before.
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for marginal in &next {
            match stood.get(marginal.id.as_str()) {
                Some(stood) if (says_something && about.contains(&marginal.id)) || differs(stood, marginal) => {
                    before.push((*stood).clone());
                    after.push(marginal.clone());
                }
                Some(_) => {}
                None => after.push(marginal.clone()),
            }
        }
        if !after.is_empty() {
            let piece = make(&before, &after);
            self.evidence.record(|| piece);
        }
        self.frame = next;
    }
}

fn differs(a: &Marginal, b: &Marginal) -> bool {
    a.distribution.len() != b.distribution.len()
        || a.distribution.iter().zip(&b.distribution).any(|(a, b)| a.value != b.value || (a.p - b.p).abs() > ROUNDING)
}
