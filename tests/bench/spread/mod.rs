//! Many games on all processors.

/// What `play` gives for each number below `count`, in their order, worked out by as many threads as there are processors. What it gives must rest on the
/// number alone.
pub fn each(count: u64, play: impl Fn(u64) -> f64 + Sync) -> Vec<f64> {
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let part = |thread: u64| (thread * count / threads..(thread + 1) * count / threads).map(&play).collect::<Vec<f64>>();
    std::thread::scope(|scope| {
        let part = &part;
        let parts: Vec<_> = (0..threads).map(|thread| scope.spawn(move || part(thread))).collect();
        parts.into_iter().flat_map(|part| part.join().expect("no game panics")).collect()
    })
}
