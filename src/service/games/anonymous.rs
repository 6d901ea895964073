//! Seats whose player nobody named: nothing is known of who sits there, and nothing is remembered.

/// What the person in such a seat is called, in the log and in answers: this and a random number.
pub(super) const ANONYMOUS: &str = "anonymous-";

/// Whether a person sits in an anonymous seat.
pub(in crate::service) fn is_anonymous(person: &str) -> bool {
    person.starts_with(ANONYMOUS)
}
