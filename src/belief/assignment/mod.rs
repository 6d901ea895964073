//! Items to holders under capacities: the exact posterior over deals of cards to hands of known sizes.
//!
//! Every item goes to one of up to four holders, each holder takes exactly as many as it has room for, and an assignment
//! weighs the product of one weight for each item and its holder. That is what a deal of cards is when hands are of known
//! size and whatever is known of a card depends on who holds it; a weight of zero is a hard fact. A normaliser summed over
//! *assignments* heeds the sizes, which normalising each item alone does not.
//!
//! The sum runs over items with the room left as its state: backward for the normaliser, forward for the marginals, and
//! backward again, read forward, for independent draws, none rejected. With n items and capacities a, b, c, d that is at most
//! (a+1)(b+1)(c+1)(d+1) states, each with four terms.
//!
//! Multiplying an item's weights, or a holder's, by a constant changes no posterior, because every item is given once and every capacity is filled; so the matrix is first balanced (Sinkhorn
//! and Knopp 1967) until each item's weights sum to 1 and each holder's to about its capacity. Then partial sums are
//! probabilities of a walk that likely ends right, and nothing that matters underflows where the weights of an item span e^300 or less; a caller whose weights
//! may span more bounds them.

use super::capacities::{HOLDERS, Holders, Overfull, narrow};
use super::stint::ask_for_numbers;
use super::{WorldRng, unit};

/// A value for each holder.
pub type ByHolder = [f64; HOLDERS];

/// Balancing stops where no holder's sum is further from its capacity than this share: near is enough, as it only keeps numbers
/// in range.
const BALANCED: f64 = 0.05;
/// Rounds of balancing at most. Matrices whose zeros leave little choice converge slowly, and need it least.
const ROUNDS: usize = 40;

/// The posterior over assignments.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// ln weight of each item and holder; -inf where no assignment has it.
    ln_weights: Vec<ByHolder>,
    capacities: [u8; HOLDERS],
    /// The items with a choice, and the holder of each item without one.
    free: Vec<usize>,
    fixed: Vec<(usize, usize)>,
    /// Holders in the order of the state's places: the last, with most room, is implied by the others.
    places: [usize; HOLDERS],
    shape: Shape,
    /// Balanced weights of the free items by place.
    balanced: Vec<ByHolder>,
    /// Sum over the ways to give the last r free items, by r and state.
    backward: Vec<f64>,
    /// That sum over all free items, in (0, 1].
    total: f64,
    /// ln of the sum over all assignments of the product of the weights that were given.
    ln_total: f64,
    /// The part of it that the items without a choice have.
    ln_fixed: f64,
}

/// The states of one layer: room left at the first three places. Rows run along the third, with a zero before and after.
#[derive(Clone, Copy, Debug)]
struct Shape {
    room: [usize; HOLDERS],
    row: usize,
    plane: usize,
    layer: usize,
}

impl Shape {
    fn new(room: [usize; HOLDERS]) -> Self {
        let row = room[2] + 3;
        let plane = row * (room[1] + 1);
        Self { room, row, plane, layer: plane * (room[0] + 1) }
    }

    /// Index of a state in its layer.
    fn index(&self, a: usize, b: usize, c: usize) -> usize {
        a * self.plane + b * self.row + c + 1
    }

    /// The states with `left` items to give, as runs (a, b, least c, most c).
    fn runs(self, left: usize) -> impl Iterator<Item = (usize, usize, usize, usize)> {
        let room = self.room;
        (0..=room[0].min(left)).flat_map(move |a| {
            (0..=room[1].min(left - a)).filter_map(move |b| {
                let rest = left - a - b;
                let (least, most) = (rest.saturating_sub(room[3]), room[2].min(rest));
                (least <= most).then_some((a, b, least, most))
            })
        })
    }
}

impl Assignment {
    /// The posterior for weights given as natural logarithms (-inf: the holder cannot have the item) and capacities, which
    /// add up to the number of items.
    ///
    /// # Errors
    /// Where no assignment has a weight above zero.
    pub fn new(ln_weights: Vec<ByHolder>, capacities: [u8; HOLDERS]) -> Result<Self, Overfull> {
        let mut ln_weights = ln_weights;
        let possible = |row: &ByHolder| (0..HOLDERS).filter(|h| row[*h] > f64::NEG_INFINITY).fold(0, |set, h| set | 1 << h);
        let mut items: Vec<Holders> = ln_weights.iter().map(possible).collect();
        if items.contains(&0) {
            return Err(Overfull { holders: 0 });
        }
        narrow(&mut items, capacities)?;
        let mut room = capacities.map(usize::from);
        let (mut free, mut fixed, mut ln_fixed) = (Vec::with_capacity(items.len()), Vec::new(), 0.0);
        for (index, item) in items.iter().enumerate() {
            for holder in (0..HOLDERS).filter(|holder| item & 1 << holder == 0) {
                ln_weights[index][holder] = f64::NEG_INFINITY;
            }
            if item.is_power_of_two() {
                let holder = item.trailing_zeros() as usize;
                fixed.push((index, holder));
                room[holder] -= 1;
                ln_fixed += ln_weights[index][holder];
            } else {
                free.push(index);
            }
        }
        let mut places = [0, 1, 2, 3];
        places.sort_by_key(|holder| room[*holder]);
        let room = places.map(|holder| room[holder]);
        let (balanced, ln_scale) = balance(free.iter().map(|item| places.map(|h| ln_weights[*item][h])), room);
        let shape = Shape::new(room);
        let backward = backward(shape, &balanced);
        let total = backward[free.len() * shape.layer + shape.index(room[0], room[1], room[2])];
        let ln_total = ln_fixed + libm::log(total) + ln_scale;
        Ok(Self { ln_weights, capacities, free, fixed, places, shape, balanced, backward, total, ln_total, ln_fixed })
    }

    /// ln of the sum over all assignments of the products of weights: what the evidence in the weights is worth, in nats.
    #[must_use]
    pub fn ln_total(&self) -> f64 {
        self.ln_total
    }

    /// P(the holder has the item), for each item and holder. Rows sum to 1; 0 only where no assignment has it.
    #[must_use]
    pub fn marginals(&self) -> Vec<ByHolder> {
        let mut marginals = vec![[0.0; HOLDERS]; self.ln_weights.len()];
        for (item, holder) in &self.fixed {
            marginals[*item][*holder] = 1.0;
        }
        let mut flows = Vec::with_capacity(self.free.len());
        self.forward(self.free.len(), |flow| flows.push(flow));
        for (item, flow) in self.free.iter().zip(flows) {
            let sum: f64 = flow.iter().sum();
            for (place, holder) in self.places.iter().enumerate() {
                marginals[*item][*holder] = flow[place] / sum;
            }
        }
        marginals
    }

    /// Entropy of the whole assignment in bits: (ln total - E[ln weight]) / ln 2, with the expectation from the marginals.
    #[must_use]
    pub fn entropy_bits(&self, marginals: &[ByHolder]) -> f64 {
        let expected = |(row, p): (&ByHolder, &ByHolder)| {
            (0..HOLDERS).filter(|h| p[*h] > 0.0).map(|h| p[h] * row[h]).fold(0.0, |sum, term| sum + term)
        };
        let ln_weight: f64 = self.ln_weights.iter().zip(marginals).map(expected).sum();
        ((self.ln_total - ln_weight) * std::f64::consts::LOG2_E).max(0.0)
    }

    /// ln P(this assignment) in nats; -inf where it is none.
    #[must_use]
    pub fn ln_probability(&self, holders: &[usize]) -> f64 {
        let mut taken = [0; HOLDERS];
        if holders.len() != self.ln_weights.len() || holders.iter().any(|holder| *holder >= HOLDERS) {
            return f64::NEG_INFINITY;
        }
        let mut ln = -self.ln_total;
        for (row, holder) in self.ln_weights.iter().zip(holders) {
            ln += row[*holder];
            taken[*holder] += 1;
        }
        if taken == self.capacities { ln } else { f64::NEG_INFINITY }
    }

    /// Items that have the same holder in every assignment, with that holder.
    #[must_use]
    pub fn fixed(&self) -> &[(usize, usize)] {
        &self.fixed
    }

    /// Draws one assignment from the posterior, independently of any other draw: calls `give` with each item that is not
    /// [`fixed`](Self::fixed) and its holder. Returns ln P(the assignment) in nats.
    pub fn draw(&self, rng: &mut WorldRng, mut give: impl FnMut(usize, usize)) -> f64 {
        let shape = &self.shape;
        let mut room = shape.room;
        let mut at = shape.index(room[0], room[1], room[2]);
        let steps = [shape.plane, shape.row, 1, 0];
        let mut ln = self.ln_fixed - self.ln_total;
        let mut uniform = 0.0;
        for (place, (item, weights)) in self.free.iter().zip(&self.balanced).enumerate() {
            let layer = &self.backward[(self.free.len() - place - 1) * shape.layer..][..shape.layer];
            // Index 0 is the zero before the first row: where a holder without room leads.
            let next: [usize; HOLDERS] = std::array::from_fn(|h| if room[h] == 0 { 0 } else { at - steps[h] });
            let share: ByHolder = std::array::from_fn(|h| weights[h] * layer[next[h]]);
            let bounds = [share[0], share[0] + share[1], share[0] + share[1] + share[2]];
            let sum = bounds[2] + share[3];
            // One draw of 53 bits serves two items: where it fell within the first's share is uniform again.
            let fresh = place % 2 == 0;
            let point = sum * if fresh { unit(rng) } else { uniform };
            let mut chosen = bounds.iter().map(|bound| usize::from(point >= *bound)).sum::<usize>();
            if share[chosen] == 0.0 {
                // Rounding put the point on the upper end.
                chosen = (0..HOLDERS).rfind(|h| share[*h] > 0.0).unwrap_or(chosen);
            }
            if fresh {
                let lower = if chosen == 0 { 0.0 } else { bounds[chosen - 1] };
                uniform = ((point - lower) / share[chosen]).clamp(0.0, 1.0);
            }
            at = next[chosen];
            room[chosen] -= 1;
            let holder = self.places[chosen];
            ln += self.ln_weights[*item][holder];
            give(*item, holder);
        }
        ln
    }

    /// How many items of a group each holder has: for each holder the probability of 0, 1, 2, and so on up to its capacity.
    #[must_use]
    pub fn counts(&self, group: &[usize]) -> [Vec<f64>; HOLDERS] {
        let rest = (0..self.ln_weights.len()).filter(|item| !group.contains(item));
        let rows = group.iter().copied().chain(rest).map(|item| self.ln_weights[item]).collect();
        let Ok(ordered) = Self::new(rows, self.capacities) else { unreachable!("the same items in another order") };
        ordered.counts_of_first(group.len())
    }

    fn counts_of_first(&self, first: usize) -> [Vec<f64>; HOLDERS] {
        let given = self.free.iter().filter(|item| **item < first).count();
        let layer = self.forward(given, |_| {});
        let mut counts: [Vec<f64>; HOLDERS] = self.capacities.map(|most| vec![0.0; usize::from(most) + 1]);
        let mut sure = [0; HOLDERS];
        for (_, holder) in self.fixed.iter().filter(|(item, _)| *item < first) {
            sure[*holder] += 1;
        }
        let left = self.free.len() - given;
        let ahead = &self.backward[left * self.shape.layer..][..self.shape.layer];
        for (a, b, least, most) in self.shape.runs(left) {
            for c in least..=most {
                let at = self.shape.index(a, b, c);
                let p = layer[at] * ahead[at] / self.total;
                let room = [a, b, c, left - a - b - c];
                for (place, holder) in self.places.iter().enumerate() {
                    counts[*holder][sure[*holder] + self.shape.room[place] - room[place]] += p;
                }
            }
        }
        counts
    }

    /// Gives the first `given` free items. `share` is called for each with the share of the total that each holder has of
    /// it. Returns the sum over the ways to have given them, by state.
    fn forward(&self, given: usize, mut share: impl FnMut(ByHolder)) -> Vec<f64> {
        let shape = self.shape;
        let none = vec![0.0; shape.row];
        let mut here = vec![0.0; shape.layer];
        let mut next = vec![0.0; shape.layer];
        here[shape.index(shape.room[0], shape.room[1], shape.room[2])] = 1.0;
        let mut lanes = [const { Vec::new() }; HOLDERS];
        for lane in &mut lanes {
            lane.resize(shape.row, 0.0);
        }
        for (place, [wa, wb, wc, wd]) in self.balanced[..given].iter().copied().enumerate() {
            ask_for_numbers(shape.layer);
            let left = self.free.len() - place - 1;
            let ahead = &self.backward[left * shape.layer..][..shape.layer];
            let [la, lb, lc, ld] = &mut lanes;
            for lane in [&mut *la, &mut *lb, &mut *lc, &mut *ld] {
                lane.fill(0.0);
            }
            // Each state is reached by giving the item to one of the holders, who had one more room before.
            for (a, b, least, most) in shape.runs(left) {
                let (start, length) = (shape.index(a, b, least), most - least + 1);
                let by_a = if a < shape.room[0] { &here[start + shape.plane..][..length] } else { &none[..length] };
                let by_b = if b < shape.room[1] { &here[start + shape.row..][..length] } else { &none[..length] };
                let (by_c, by_d) = (&here[start + 1..][..length], &here[start..][..length]);
                let ahead = &ahead[start..][..length];
                let out = &mut next[start..][..length];
                let (la, lb) = (&mut la[..length], &mut lb[..length]);
                let (lc, ld) = (&mut lc[..length], &mut ld[..length]);
                for c in 0..length {
                    let (a, b, c_, d) = (wa * by_a[c], wb * by_b[c], wc * by_c[c], wd * by_d[c]);
                    out[c] = a + b + c_ + d;
                    la[c] += a * ahead[c];
                    lb[c] += b * ahead[c];
                    lc[c] += c_ * ahead[c];
                    ld[c] += d * ahead[c];
                }
            }
            share([&la, &lb, &lc, &ld].map(|lane| lane.iter().sum()));
            std::mem::swap(&mut here, &mut next);
        }
        here
    }
}

/// Sums over the ways to give the last r items, by r and state, from r = 0.
fn backward(shape: Shape, weights: &[ByHolder]) -> Vec<f64> {
    let none = vec![0.0; shape.row];
    let mut table = vec![0.0; (weights.len() + 1) * shape.layer];
    table[shape.index(0, 0, 0)] = 1.0;
    for left in 1..=weights.len() {
        ask_for_numbers(shape.layer);
        let [wa, wb, wc, wd] = weights[weights.len() - left];
        let (below, above) = table.split_at_mut(left * shape.layer);
        let next = &below[(left - 1) * shape.layer..];
        for (a, b, least, most) in shape.runs(left) {
            let (start, length) = (shape.index(a, b, least), most - least + 1);
            let to_a = if a > 0 { &next[start - shape.plane..][..length] } else { &none[..length] };
            let to_b = if b > 0 { &next[start - shape.row..][..length] } else { &none[..length] };
            // A holder without room leads to a state that no layer has: it was never written, and is zero.
            let (to_c, to_d) = (&next[start - 1..][..length], &next[start..][..length]);
            let out = &mut above[start..][..length];
            for c in 0..length {
                out[c] = wa * to_a[c] + wb * to_b[c] + wc * to_c[c] + wd * to_d[c];
            }
        }
    }
    table
}

/// Scales rows and columns until rows sum to 1 and columns to about the room of their holder. The number returned is ln of what the
/// products of balanced weights must be multiplied by.
fn balance(rows: impl Iterator<Item = ByHolder>, room: [usize; HOLDERS]) -> (Vec<ByHolder>, f64) {
    let mut ln_scale = 0.0;
    let mut weights: Vec<ByHolder> = Vec::new();
    for row in rows {
        let greatest = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        ln_scale += greatest;
        weights.push(row.map(|ln| if ln == greatest { 1.0 } else { libm::exp(ln - greatest) }));
    }
    let mut scales = vec![1.0; weights.len()];
    let mut columns = [1.0; HOLDERS];
    for _ in 0..ROUNDS {
        let mut sums = [0.0; HOLDERS];
        for (row, scale) in weights.iter_mut().zip(&mut scales) {
            let sum: f64 = row[0] + row[1] + row[2] + row[3];
            *scale *= sum;
            for (sum_of, weight) in sums.iter_mut().zip(&mut *row) {
                *weight /= sum;
                *sum_of += *weight;
            }
        }
        let off = |place: usize| room[place] > 0 && (sums[place] / room[place] as f64 - 1.0).abs() > BALANCED;
        if !(0..HOLDERS).any(off) {
            break;
        }
        for place in (0..HOLDERS).filter(|place| room[*place] > 0) {
            let factor = room[place] as f64 / sums[place];
            columns[place] *= factor;
            for row in &mut weights {
                row[place] *= factor;
            }
        }
    }
    // The last round may have scaled columns only; sums below 1 do no harm.
    ln_scale += scales.iter().map(|scale| libm::log(*scale)).fold(0.0, |sum, ln| sum + ln);
    for (column, room) in columns.iter().zip(room) {
        ln_scale -= libm::log(*column) * room as f64;
    }
    (weights, ln_scale)
}

#[cfg(test)]
mod tests;
