//! Who may do what: tenants, keys and roles.
//!
//! A request's key is looked up once, where the request comes in ([`Service::authenticate`]); what comes of that is a [`Caller`]. Whatever the
//! caller asks for goes through [`Guarded`], which asks the caller's role first and the use case then: no other place decides.

mod authenticate;
mod caller;
mod guarded;
mod keys;
mod secret;
mod trail;

pub(super) use authenticate::{Known, Refusals};
pub use caller::{Caller, Role, SeatOf};
pub use guarded::{Guarded, Seen};
pub use keys::{KeyAnswer, KeyList, KeyRequest, MadeKey, RoleName};
pub use secret::Token;
pub(super) use trail::REVOKED;
pub use trail::{AccessEntry, AccessList};
