//! What loading the embedded table and facts costs.

use std::hint::black_box;
use std::time::Instant;

use credence::rulesets::pokemon_randbats::prior::{Prior, dex, embedded};

/// Prints it.
pub fn run() {
    let begun = Instant::now();
    let species = dex().species().len();
    let facts = begun.elapsed();
    let begun = Instant::now();
    let sets: usize = embedded().entries().iter().map(|entry| entry.sets.len()).sum();
    let table = begun.elapsed();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/rulesets/pokemon_randbats/prior");
    let packed = |name: &str| std::fs::read(format!("{folder}/{name}")).expect("an embedded file");
    let (bytes, of_facts) = (packed("sets.json.gz"), packed("dex.json.gz").len());
    let again = (0..20).map(|_| {
        let begun = Instant::now();
        black_box(Prior::read(&bytes).expect("the table"));
        begun.elapsed()
    });
    let least = again.min().expect("one");
    println!(
        "first use: facts of {species} species {facts:.1?}, table of {sets} sets {table:.1?}; the table again, least of 20: {least:.1?}"
    );
    println!("{} bytes of table and {of_facts} of facts in the binary; hash {}", bytes.len(), embedded().hash());
}
