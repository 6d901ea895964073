//! Which log rows belong to: a tenant's number, and which of how many partitions of its log.
//!
//! All three stand in the one number that begins every key, so that whoever has it knows where each game of the tenant lies and asks
//! nobody. For the same reason a tenant's count of partitions can never change.

/// Partitions that a log has at most.
pub const MOST_PARTITIONS: u16 = 1_024;

/// Bits of the number of a tenant.
const TENANT: u32 = 32;
/// Bits of the number of a partition, and of the count of partitions less one.
const PARTITION: u32 = 10;

/// A partition of a tenant's log; of a log that has one partition, the whole log. First in every key, so that no statement can reach
/// another tenant's rows.
///
/// The number that is stored holds, from the lowest bit: 32 bits of the tenant's number, 10 of the partition's, 10 of the count of partitions
/// less one. It is below 2^52, and so exact in every JSON reader; a log of one partition has its tenant's number.
///
/// Every game lies whole in one partition, and what it settles about a person lies in the person's stream of the *same* partition, so that an
/// append touches one. Who the persons are, and what is kept of them, stands in the first partition, the tenant's [`home`](Self::home).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LogId(pub i64);

impl LogId {
    /// The first partition of a log of so many, of a tenant of this number. Counts outside 1 to [`MOST_PARTITIONS`] are brought into it.
    #[must_use]
    pub const fn of_tenant(tenant: u32, partitions: u16) -> Self {
        let more = match partitions {
            0 => 0,
            1..=MOST_PARTITIONS => partitions - 1,
            _ => MOST_PARTITIONS - 1,
        };
        Self((tenant as i64) | (more as i64) << (TENANT + PARTITION))
    }

    /// The tenant's number.
    #[must_use]
    pub const fn tenant(self) -> u32 {
        self.0 as u32
    }

    /// How many partitions the tenant's log has: at least 1.
    #[must_use]
    pub const fn partitions(self) -> u16 {
        self.bits(TENANT + PARTITION) + 1
    }

    /// Which of them this is, from 0.
    #[must_use]
    pub const fn partition(self) -> u16 {
        self.bits(TENANT)
    }

    const fn bits(self, from: u32) -> u16 {
        (self.0 >> from) as u16 & (MOST_PARTITIONS - 1)
    }

    /// The first partition of the same log, by which the log is known: tenants, keys, players and populations stand there.
    #[must_use]
    pub const fn home(self) -> Self {
        self.at(0)
    }

    const fn at(self, partition: u16) -> Self {
        Self(self.0 & !((MOST_PARTITIONS as i64 - 1) << TENANT) | (partition as i64) << TENANT)
    }

    /// All partitions of the log, in their order.
    pub fn each(self) -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..self.partitions()).map(move |partition| self.at(partition))
    }

    /// The partition in which a game lies: the CRC-32 of its id (the one of zlib and Ethernet), modulo the count of partitions. A load
    /// balancer, or a bot, can work it out as well.
    #[must_use]
    pub fn of_game(self, game: &str) -> Self {
        match self.partitions() {
            1 => self,
            partitions => self.at((crc32fast::hash(game.as_bytes()) % u32::from(partitions)) as u16),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_of_one_partition_has_its_tenants_number() {
        for tenant in [1, 7, u32::MAX] {
            let log = LogId::of_tenant(tenant, 1);
            assert_eq!((log.0, log.tenant(), log.partitions(), log.partition()), (i64::from(tenant), tenant, 1, 0));
            assert_eq!((log.home(), log.of_game("table-9")), (log, log));
            assert!(log.each().eq([log]));
        }
    }

    #[test]
    fn partitions_by_hand() {
        let log = LogId::of_tenant(2, 16);
        assert_eq!(log.0, 2 + (15 << 42));
        assert_eq!((log.tenant(), log.partitions(), log.partition()), (2, 16, 0));
        let each: Vec<LogId> = log.each().collect();
        assert_eq!((each.len(), each[0], each[15].0), (16, log, 2 + (15 << 32) + (15 << 42)));
        assert!(each.iter().enumerate().all(|(place, log)| usize::from(log.partition()) == place && log.home() == each[0]));
        // The check value of CRC-32: that of "123456789" is cbf43926, whose last digit is 6.
        assert_eq!(log.of_game("123456789").partition(), 6);
        assert_eq!(each[3].of_game("123456789"), each[6], "whichever partition is asked");
        assert!(LogId::of_tenant(u32::MAX, u16::MAX).0 < 1 << 52);
        assert_eq!(LogId::of_tenant(1, 0), LogId(1));
    }

    #[test]
    fn games_are_spread_evenly() {
        let log = LogId::of_tenant(1, 16);
        let mut counts = [0_u32; 16];
        for game in 0..16_000 {
            counts[usize::from(log.of_game(&format!("table-{game}")).partition())] += 1;
        }
        // 1,000 each; the standard deviation of a fair lot is 31.
        assert!(counts.iter().all(|count| (850..1_150).contains(count)), "{counts:?}");
    }
}
