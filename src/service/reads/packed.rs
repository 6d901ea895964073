//! Sampled worlds as numbers, for programs that read arrays.

use std::sync::Arc;

use serde::Serialize;

use super::worlds::{DrawRequest, Drawn, NOW, WorldsHead, head};
use crate::belief::WeightKind;
use crate::rulesets::Column;
use crate::service::{BeliefRequest, Error, Game, Service};

/// Sampled worlds as numbers: for each variable of the belief, but for those that follow from others, the place of its value in a list.
#[derive(Clone, Debug)]
pub struct PackedWorlds {
    /// What the numbers mean.
    pub head: PackedHead,
    /// `importance` of each world, as eight bytes each; empty where all draws count alike.
    pub importance: Vec<u8>,
    /// World after world, column after column.
    pub rows: Vec<u8>,
}

/// What the numbers of packed worlds mean.
#[derive(Clone, Debug, Serialize)]
pub struct PackedHead {
    /// How they were drawn.
    #[serde(flatten)]
    pub worlds: WorldsHead,
    /// Whether `importance` stands before the rows: a little-endian double for each world.
    pub weighted: bool,
    /// Bytes of each number: 1, or 2 (little-endian) where a column has more than 256 values.
    pub bytes: u8,
    /// One column a variable: its id, and the values that the numbers count from 0.
    pub columns: Vec<PackedColumn>,
}

/// A variable of packed worlds.
#[derive(Clone, Debug, Serialize)]
pub struct PackedColumn {
    /// The variable's id.
    pub id: String,
    /// Its values in these worlds; an empty one where some worlds have no such variable.
    pub values: Vec<String>,
}

impl Service {
    /// Draws the same worlds as numbers, for programs that read arrays.
    ///
    /// # Errors
    /// As [`Service::worlds`]; and where another form than what is hidden now is asked for, which has no variables.
    pub async fn packed_worlds(
        &self,
        game: &Arc<Game>,
        belief: &BeliefRequest,
        wanted: &DrawRequest,
    ) -> Result<PackedWorlds, Error> {
        self.check_draws(game, wanted)?;
        if wanted.r#as.as_deref().is_some_and(|form| form != NOW) {
            return Err(Error::malformed("/as", "packed worlds hold what is hidden now; ask for other forms as JSON"));
        }
        self.marginals(&self.knowledge(game, belief).await?).await?;
        let Drawn { sampled, made: (bytes, columns, rows), seed, revision } = self
            .draw(game, belief, wanted, |knowledge, draws| {
                let (sampled, columns) = knowledge.sample_columns(draws);
                let packed = pack(sampled.worlds.len(), columns);
                (sampled, packed)
            })
            .await?;
        let weighted = sampled.weight_kind == WeightKind::LogImportance;
        let weights = sampled.worlds.iter().filter(|_| weighted);
        Ok(PackedWorlds {
            importance: weights.flat_map(|(ln, ())| libm::exp(*ln).to_le_bytes()).collect(),
            head: PackedHead { worlds: head(game, &sampled, seed, revision), weighted, bytes, columns },
            rows,
        })
    }
}

/// Bytes of a number, what the columns are, and the numbers world after world.
fn pack(worlds: usize, columns: Vec<Column>) -> (u8, Vec<PackedColumn>, Vec<u8>) {
    let wide = columns.iter().any(|column| column.values.len() > 1 << u8::BITS);
    let bytes = if wide { 2 } else { 1 };
    let width = bytes * columns.len();
    let mut rows = vec![0; worlds * width];
    for (at, column) in columns.iter().enumerate() {
        for (world, cell) in column.cells.iter().enumerate() {
            let first = world * width + at * bytes;
            rows[first..first + bytes].copy_from_slice(&cell.to_le_bytes()[..bytes]);
        }
    }
    let named = columns.into_iter().map(|column| PackedColumn { id: column.id, values: column.values });
    (bytes as u8, named.collect(), rows)
}
