//! The sum over assignments of one pool, for one component: backward for the normaliser, forward for the marginals.

use super::balance::{Balanced, balance};
use super::shape::Shape;
use crate::belief::stint::ask_for_numbers;

/// Partial sums over states. A state says how many slots of each group are filled.
#[derive(Clone, Debug)]
pub struct Lattice {
    /// The weights that it sums.
    pub balanced: Balanced,
    /// For each class but the last, in order: the powers of the filling operator on the sum over the classes after it.
    pub powers: Vec<Vec<Vec<f64>>>,
    /// The sum over the last class, by state.
    pub last: Vec<f64>,
    /// The sum over everything, balanced. 0 where no assignment is left.
    pub total: f64,
}

/// What a forward pass finds, linear in the sum over assignments: divide by the total for expectations.
#[derive(Clone, Debug)]
pub struct Flows {
    /// Cards of a class in a group: by class, then group.
    pub takes: Vec<Vec<f64>>,
    /// Weight of 0, 1, 2, ... cards of a class in grouped slots.
    pub counts: Vec<Vec<f64>>,
}

/// C(n, k).
pub fn choose(n: usize, k: usize) -> f64 {
    if k > n {
        return 0.0;
    }
    (0..k).fold(1.0, |product, i| product * (n - i) as f64 / (i + 1) as f64)
}

/// x^n, by multiplication; 1 for n = 0.
fn power(x: f64, n: usize) -> f64 {
    (0..n).fold(1.0, |product, _| product * x)
}

/// Ways to pick which `k` of a class's cards go to slots, times the deck's weight for the others.
pub fn ways(cards: usize, k: usize, deck: f64) -> f64 {
    choose(cards, k) * power(deck, cards - k)
}

impl Lattice {
    /// Sums over the assignments of a pool. `rates` by sum.
    pub fn new<const R: usize>(shape: &Shape<R>, values: &[i32; R], rates: &[f64]) -> Self {
        let balanced = balance(shape, values, rates);
        let last = last(shape, &balanced);
        let mut powers = vec![Vec::new(); shape.classes.len().saturating_sub(1)];
        let mut later = last.clone();
        for class in (0..powers.len()).rev() {
            let cards = shape.classes[class].cards;
            let mut chain = vec![later];
            for k in 1..=cards.min(shape.filled) {
                let mut next = vec![0.0; shape.states];
                lower(shape, &balanced.weights[class], &chain[k - 1], &mut next);
                chain.push(next);
            }
            later = mix(&chain, cards, balanced.deck[class]);
            powers[class] = chain;
        }
        let total = later[0];
        Self { balanced, powers, last, total }
    }

    /// ln of the sum over assignments of the products of the weights in the shape's rows, times the ways to deal.
    pub fn ln_total(&self) -> f64 {
        libm::log(self.total) + self.balanced.ln_scale
    }

    /// Where the cards of each class go.
    pub fn flows<const R: usize>(&self, shape: &Shape<R>) -> Flows {
        let mut here = vec![0.0; shape.states];
        here[0] = 1.0;
        let (mut takes, mut counts) = (Vec::new(), Vec::new());
        for (class, chain) in self.powers.iter().enumerate() {
            let (cards, deck) = (shape.classes[class].cards, self.balanced.deck[class]);
            let weights = &self.balanced.weights[class];
            counts.push(chain.iter().enumerate().map(|(k, table)| ways(cards, k, deck) * dot(&here, table)).collect());
            // Of equal cards each goes where the first goes: where the sum over the others stands after it.
            let others = mix(chain, cards - 1, deck);
            takes.push((0..shape.groups.len()).map(|g| cards as f64 * weights[g] * filled(shape, g, &here, &others)).collect());
            let mut next: Vec<f64> = here.iter().map(|sum| sum * ways(cards, 0, deck)).collect();
            let mut rising = here;
            for k in 1..chain.len() {
                let mut raised = vec![0.0; shape.states];
                raise(shape, weights, &rising, &mut raised);
                let factor = ways(cards, k, deck);
                next.iter_mut().zip(&raised).for_each(|(next, raised)| *next += factor * raised);
                rising = raised;
            }
            here = next;
        }
        // The last class fills what is open.
        let mut take = vec![0.0; shape.groups.len()];
        let mut count = vec![0.0; shape.filled + 1];
        for (state, (here, last)) in here.iter().zip(&self.last).enumerate() {
            let p = here * last;
            if p > 0.0 {
                let mut open = 0;
                for (group, take) in take.iter_mut().enumerate() {
                    let left = shape.open(group, state);
                    *take += p * left as f64;
                    open += left;
                }
                count[open] += p;
            }
        }
        takes.push(take);
        counts.push(count);
        Flows { takes, counts }
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        (self.powers.iter().map(Vec::len).sum::<usize>() + 1) * self.last.len() * size_of::<f64>()
    }
}

/// The last class, by state: its cards fill what is open, in any order.
fn last<const R: usize>(shape: &Shape<R>, balanced: &Balanced) -> Vec<f64> {
    let mut sums = vec![1.0; shape.states];
    let Some(class) = shape.classes.last() else { return sums };
    let at = shape.classes.len() - 1;
    let open = |state: usize| (0..shape.groups.len()).map(|group| shape.open(group, state)).sum::<usize>();
    for state in (0..shape.states - 1).rev() {
        let Some(group) = (0..shape.groups.len()).find(|group| shape.open(*group, state) > 0) else { continue };
        sums[state] = sums[state + shape.strides[group]] * balanced.weights[at][group] * open(state) as f64;
    }
    for (state, sum) in sums.iter_mut().enumerate() {
        let open = open(state);
        *sum *= if open > class.cards { 0.0 } else { ways(class.cards, open, balanced.deck[at]) };
    }
    sums
}

/// The sum over the cards of a class: each in a slot or in the deck.
fn mix(chain: &[Vec<f64>], cards: usize, deck: f64) -> Vec<f64> {
    let mut sum = vec![0.0; chain[0].len()];
    for (k, table) in chain.iter().enumerate().take(cards + 1) {
        ask_for_numbers(table.len());
        let factor = ways(cards, k, deck);
        sum.iter_mut().zip(table).for_each(|(sum, term)| *sum += factor * term);
    }
    sum
}

/// Sums that are kept side by side, so that none has to wait for the one before it.
const LANES: usize = 8;

/// The sum of the products, in lanes.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; LANES];
    let (a, b) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest = a.remainder().iter().zip(b.remainder()).fold(0.0, |sum, (a, b)| sum + a * b);
    for (a, b) in a.zip(b) {
        (0..LANES).for_each(|lane| sums[lane] += a[lane] * b[lane]);
    }
    sums.into_iter().fold(rest, |sum, lane| sum + lane)
}

/// Whether a place among states belongs to an open slot, where a slot is filled `STEP` states further on and blocks of both follow each other.
const fn is_open<const STEP: usize>(place: usize) -> bool {
    (place / STEP).is_multiple_of(2)
}

/// [`lower`] for one slot by itself, where `STEP` divides half of the lanes.
fn lower_one<const STEP: usize>(factor: f64, from: &[f64], out: &mut [f64]) {
    let (from, mut out) = (from.chunks_exact(LANES), out.chunks_exact_mut(LANES));
    let rest = from.remainder();
    for (from, out) in from.zip(&mut out) {
        (0..LANES).filter(|place| is_open::<STEP>(*place)).for_each(|place| out[place] += factor * from[place + STEP]);
    }
    let out = out.into_remainder();
    (0..rest.len()).filter(|place| is_open::<STEP>(*place)).for_each(|place| out[place] += factor * rest[place + STEP]);
}

/// [`raise`] likewise.
fn raise_one<const STEP: usize>(factor: f64, from: &[f64], out: &mut [f64]) {
    let (from, mut out) = (from.chunks_exact(LANES), out.chunks_exact_mut(LANES));
    let rest = from.remainder();
    for (from, out) in from.zip(&mut out) {
        (0..LANES).filter(|place| is_open::<STEP>(*place)).for_each(|place| out[place + STEP] += factor * from[place]);
    }
    let out = out.into_remainder();
    (0..rest.len()).filter(|place| is_open::<STEP>(*place)).for_each(|place| out[place + STEP] += factor * rest[place]);
}

/// [`filled`] likewise.
fn filled_one<const STEP: usize>(here: &[f64], later: &[f64]) -> f64 {
    let mut sums = [0.0; LANES];
    let (here, later) = (here.chunks_exact(LANES), later.chunks_exact(LANES));
    let rest = (here.remainder(), later.remainder());
    for (here, later) in here.zip(later) {
        (0..LANES).filter(|place| is_open::<STEP>(*place)).for_each(|place| sums[place] += here[place] * later[place + STEP]);
    }
    let open = (0..rest.0.len()).filter(|place| is_open::<STEP>(*place));
    let rest = open.fold(0.0, |sum, place| sum + rest.0[place] * rest.1[place + STEP]);
    sums.into_iter().fold(rest, |sum, lane| sum + lane)
}

/// `out[state]` = sum over groups of (open slots) x weight x `from[state with one more filled]`.
fn lower<const R: usize>(shape: &Shape<R>, weights: &[f64], from: &[f64], out: &mut [f64]) {
    for (group, weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
        let (size, stride) = (shape.groups[group].slots.len(), shape.strides[group]);
        ask_for_numbers(from.len());
        match (size, stride) {
            (1, 1) => lower_one::<1>(*weight, from, out),
            (1, 2) => lower_one::<2>(*weight, from, out),
            (1, 4) => lower_one::<4>(*weight, from, out),
            _ => lower_some((size, stride), *weight, from, out),
        }
    }
}

/// [`lower`] for one group of so many slots, so far apart.
fn lower_some((size, stride): (usize, usize), weight: f64, from: &[f64], out: &mut [f64]) {
    let block = stride * (size + 1);
    for (from, out) in from.chunks_exact(block).zip(out.chunks_exact_mut(block)) {
        for taken in 0..size {
            let factor = (size - taken) as f64 * weight;
            let (out, from) = (&mut out[taken * stride..][..stride], &from[(taken + 1) * stride..][..stride]);
            out.iter_mut().zip(from).for_each(|(out, from)| *out += factor * from);
        }
    }
}

/// The transpose of [`lower`].
fn raise<const R: usize>(shape: &Shape<R>, weights: &[f64], from: &[f64], out: &mut [f64]) {
    for (group, weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
        let (size, stride) = (shape.groups[group].slots.len(), shape.strides[group]);
        ask_for_numbers(from.len());
        match (size, stride) {
            (1, 1) => raise_one::<1>(*weight, from, out),
            (1, 2) => raise_one::<2>(*weight, from, out),
            (1, 4) => raise_one::<4>(*weight, from, out),
            _ => raise_some((size, stride), *weight, from, out),
        }
    }
}

/// [`raise`] for one group of so many slots, so far apart.
fn raise_some((size, stride): (usize, usize), weight: f64, from: &[f64], out: &mut [f64]) {
    let block = stride * (size + 1);
    for (from, out) in from.chunks_exact(block).zip(out.chunks_exact_mut(block)) {
        for taken in 0..size {
            let factor = (size - taken) as f64 * weight;
            let (out, from) = (&mut out[(taken + 1) * stride..][..stride], &from[taken * stride..][..stride]);
            out.iter_mut().zip(from).for_each(|(out, from)| *out += factor * from);
        }
    }
}

/// Sum over states of `here[state]` x (open slots of the group) x `later[state with one more filled]`.
fn filled<const R: usize>(shape: &Shape<R>, group: usize, here: &[f64], later: &[f64]) -> f64 {
    let (size, stride) = (shape.groups[group].slots.len(), shape.strides[group]);
    ask_for_numbers(here.len());
    match (size, stride) {
        (1, 1) => return filled_one::<1>(here, later),
        (1, 2) => return filled_one::<2>(here, later),
        (1, 4) => return filled_one::<4>(here, later),
        _ => {}
    }
    let block = stride * (size + 1);
    let mut sum = 0.0;
    for (here, later) in here.chunks_exact(block).zip(later.chunks_exact(block)) {
        for taken in 0..size {
            let (here, later) = (&here[taken * stride..][..stride], &later[(taken + 1) * stride..][..stride]);
            sum += (size - taken) as f64 * dot(here, later);
        }
    }
    sum
}
