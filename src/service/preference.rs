//! Which of some servers is preferred for a partition of a log: rendezvous hashing. Pure, so that all servers, and whoever else knows their URLs, say the
//! same.

use crate::store::{LiveServer, LogId};

/// How far a server is preferred for a partition: the first eight bytes, as a little-endian number, of the BLAKE3 hash of the partition's log number
/// (eight bytes, little-endian) followed by the URL (UTF-8). Machines and releases agree on it, because `docs/scaling.md` promises it.
fn weight(url: &str, log: LogId) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&log.0.to_le_bytes());
    hasher.update(url.as_bytes());
    let mut first = [0; 8];
    first.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
    u64::from_le_bytes(first)
}

/// The server that is preferred for a partition: the one of the greatest weight, and of equal ones the one whose URL sorts last. `None` where there are
/// no servers. The order of the URLs does not matter.
///
/// A server that comes takes over only partitions for which it is the preferred one then, and of one that goes only its own pass to others: all else
/// stays where counters and heads are known.
#[must_use]
pub fn preferred(servers: &[LiveServer], log: LogId) -> Option<&LiveServer> {
    servers.iter().max_by_key(|server| (weight(&server.url, log), server.url.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn servers(count: usize) -> Vec<LiveServer> {
        let url = |server| format!("http://10.0.0.{server}:7420");
        (1..=count).map(|server| LiveServer { url: url(server), advertised: true, secret: String::new() }).collect()
    }

    /// Which of the servers is preferred, for each of 1,024 partitions.
    fn preferences(servers: &[LiveServer]) -> Vec<String> {
        let logs = LogId::of_tenant(7, 1_024).each();
        logs.map(|log| preferred(servers, log).expect("there are servers").url.clone()).collect()
    }

    #[test]
    fn weights_are_those_of_every_machine_and_release() {
        // Worked out with the package blake3 of Python 1.0.
        let third = LogId(2 + (3 << 32) + (15 << 42));
        let weights = |log| ["http://10.0.0.1:7420", "http://10.0.0.2:7420"].map(|url| weight(url, log));
        assert_eq!(weights(LogId(1)), [14_408_570_203_563_035_447, 6_680_190_007_854_133_359]);
        assert_eq!(weights(third), [12_285_324_916_335_931_051, 9_778_332_940_677_098_493]);
        assert_eq!(preferred(&servers(2), LogId(1)), servers(2).first());
    }

    #[test]
    fn nobody_is_preferred_where_nobody_is_and_one_alone_always() {
        assert_eq!(preferred(&[], LogId(1)), None);
        assert!(preferences(&servers(1)).iter().all(|url| *url == servers(1)[0].url));
    }

    #[test]
    fn the_order_of_the_servers_does_not_matter() {
        let (there, mut back) = (servers(5), servers(5));
        back.reverse();
        assert_eq!(preferences(&there), preferences(&back));
    }

    #[test]
    fn a_server_that_comes_takes_its_own_and_one_that_goes_leaves_its_own() {
        let (without, with) = (servers(4), servers(5));
        let (before, after) = (preferences(&without), preferences(&with));
        let moved: Vec<usize> = (0..before.len()).filter(|place| before[*place] != after[*place]).collect();
        assert!(moved.iter().all(|place| after[*place] == with[4].url), "what moves goes to the server that came");
        let taken = after.iter().filter(|url| **url == with[4].url).count();
        // The same read the other way: one that goes leaves only what it had.
        assert_eq!(moved.len(), taken);
        // A fifth of 1,024, whose standard deviation is 13.
        assert!((154..256).contains(&taken), "{taken}");
    }

    #[test]
    fn servers_have_about_as_many_partitions_each() {
        let preferences = preferences(&servers(4));
        for LiveServer { url, .. } in servers(4) {
            let count = preferences.iter().filter(|preferred| **preferred == url).count();
            // 256 each, with a standard deviation of 14.
            assert!((200..312).contains(&count), "{url} has {count}");
        }
    }
}
