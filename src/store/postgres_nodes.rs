//! On which node of Citus each log lies, so that what is committed together lies on one node: a commit over several would take two messages to
//! each, and a reader could see half of it.
//!
//! The hash of a log is worked out here, because a writer is chosen before the database is asked for anything. Where shards were moved since the last
//! connection was made, a group may lie on two nodes: that is slower, and as right.

use sqlx::postgres::PgConnection;

use super::LogId;

/// The first hash of each shard of the logs, and the node that it lies on.
const SHARDS: &str = "SELECT shardminvalue::integer, groupid FROM pg_dist_shard JOIN pg_dist_placement USING (shardid) \
     WHERE logicalrelid = to_regclass('log_head') AND shardminvalue IS NOT NULL ORDER BY shardminvalue::integer";

/// The nodes that the logs of a database lie on: none where it is not spread over nodes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Nodes {
    /// The first hash of each shard, ascending, and its node, counted from 0.
    shards: Vec<(i32, usize)>,
    count: usize,
}

impl Nodes {
    /// Asks a database of Citus.
    pub async fn ask(connection: &mut PgConnection) -> Result<Self, sqlx::Error> {
        let shards: Vec<(i32, i32)> = sqlx::query_as(SHARDS).fetch_all(connection).await?;
        let mut groups: Vec<i32> = shards.iter().map(|(_, group)| *group).collect();
        groups.sort_unstable();
        groups.dedup();
        let place = |group| groups.binary_search(&group).unwrap_or_default();
        Ok(Self { shards: shards.into_iter().map(|(first, group)| (first, place(group))).collect(), count: groups.len() })
    }

    /// How many nodes there are; 0 where the database is not spread.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The node of a log, below their count.
    pub fn of(&self, log: LogId) -> usize {
        let after = self.shards.partition_point(|(first, _)| *first <= hash(log.0));
        self.shards.get(after.saturating_sub(1)).map_or(0, |(_, node)| *node)
    }
}

/// The hash by which Citus lays a `bigint` on a shard, which is Postgres's own `hashint8`: the two halves folded into one, and mixed by the last
/// step of Bob Jenkins' hash of 2006 (lookup3) with the start value that Postgres gives it.
fn hash(number: i64) -> i32 {
    let (low, high) = (number as u32, (number >> 32) as u32);
    let folded = low ^ if number >= 0 { high } else { !high };
    let start = 0x9e37_79b9_u32.wrapping_add(4).wrapping_add(3_923_095);
    let (mut a, mut b, mut c) = (start.wrapping_add(folded), start, start);
    let step = |to: &mut u32, from: u32, by: u32| *to = (*to ^ from).wrapping_sub(from.rotate_left(by));
    step(&mut c, b, 14);
    step(&mut a, c, 11);
    step(&mut b, a, 25);
    step(&mut c, b, 16);
    step(&mut a, c, 4);
    step(&mut b, a, 14);
    step(&mut c, b, 24);
    c.cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_lie_where_citus_lays_them() {
        // What `SELECT hashint8(n)` answers in Postgres 15.
        let answered = [
            (1, -1_905_060_026),
            (2, 1_134_484_726),
            (0, -272_711_505),
            (-1, 385_747_274),
            (4_294_967_296, -1_905_060_026),
            (65_970_697_666_561, -1_319_645_141),
            (i64::MAX, -1_524_351_049),
            (i64::MIN, -96_758_253),
            (66_035_122_176_002, 572_110_558),
        ];
        for (number, expected) in answered {
            assert_eq!(hash(number), expected, "{number}");
        }
    }

    #[test]
    fn a_log_lies_on_the_node_of_the_last_shard_that_begins_before_its_hash() {
        assert_eq!((Nodes::default().of(LogId(1)), Nodes::default().count()), (0, 0));
        let nodes = Nodes { shards: vec![(i32::MIN, 1), (0, 0), (1 << 30, 2)], count: 3 };
        for log in (0..100).map(LogId) {
            let expected = match hash(log.0) {
                ..0 => 1,
                0..0x4000_0000 => 0,
                _ => 2,
            };
            assert_eq!(nodes.of(log), expected);
        }
    }
}
