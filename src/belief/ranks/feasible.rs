//! Whether any assignment is left: cheap enough for the write path.

use super::unseen::Unseen;

/// No assignment exists: these slots of one pool can only have ranks of which there are too few.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// The slots, by place.
    pub slots: Vec<usize>,
}

impl<const R: usize> Unseen<R> {
    /// Whether some assignment has a weight above zero.
    ///
    /// By augmenting paths (Kuhn): slots take cards one after another, and move each other on. Where one finds no way, the slots that were
    /// asked on the way stand in one another's way.
    ///
    /// # Errors
    /// The slots that cannot all be filled.
    pub fn feasible(&self) -> Result<(), Stuck> {
        for (pool, counts) in self.pools.iter().enumerate() {
            let slots: Vec<usize> = (0..self.slots.len()).filter(|slot| self.slots[*slot].pool == pool).collect();
            let cards: usize = counts.iter().map(|c| usize::from(*c)).sum();
            if slots.len() > cards {
                return Err(Stuck { slots });
            }
            let may = |slot: usize, rank: usize| self.slots[slot].ln_weights[rank] > f64::NEG_INFINITY;
            let narrow = |slot: &usize| (0..R).any(|rank| counts[rank] > 0 && !may(*slot, rank));
            let narrow: Vec<usize> = slots.iter().copied().filter(narrow).collect();
            let mut held: [Vec<usize>; R] = std::array::from_fn(|_| Vec::new());
            for slot in &narrow {
                let mut asked = [false; R];
                if !place(*slot, counts, &mut held, &mut asked, &may) {
                    let mut stuck: Vec<usize> = (0..R).filter(|rank| asked[*rank]).flat_map(|rank| held[rank].clone()).collect();
                    stuck.push(*slot);
                    stuck.sort_unstable();
                    return Err(Stuck { slots: stuck });
                }
            }
        }
        Ok(())
    }
}

fn place<const R: usize>(
    slot: usize,
    counts: &[u8; R],
    held: &mut [Vec<usize>; R],
    asked: &mut [bool; R],
    may: &impl Fn(usize, usize) -> bool,
) -> bool {
    for rank in (0..R).filter(|rank| counts[*rank] > 0 && may(slot, *rank)) {
        if asked[rank] {
            continue;
        }
        asked[rank] = true;
        if held[rank].len() < usize::from(counts[rank]) {
            held[rank].push(slot);
            return true;
        }
        for at in 0..held[rank].len() {
            let other = held[rank][at];
            if place(other, counts, held, asked, may) {
                held[rank][at] = slot;
                return true;
            }
        }
    }
    false
}
