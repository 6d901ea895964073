//! The program `credence`.

/// Requests are many small allocations that one thread makes and another frees, which is what this allocator is good at.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    credence::cli::run()
}
