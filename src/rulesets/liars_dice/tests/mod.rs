//! Examples by hand, brute force, and laws on simulated games.
