//! From the key that a request brings to who asks.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};

use super::caller::{Caller, Role, SeatOf};
use super::keys::RoleName;
use super::secret::Token;
use crate::service::{DEFAULT_LOG, DEFAULT_TENANT, Error, Service};
use crate::store::KeyRow;

/// Microseconds of a day.
const DAY: i64 = 24 * 60 * 60 * 1_000_000;

/// Refusals of one key within [`WHILE`] that are worth a line in the trail.
const OFTEN: u32 = 20;

/// How long refusals of a key are counted together, in microseconds.
const WHILE: i64 = 60_000_000;

/// A key as it is kept in memory: for `key_seconds` at most, so that what other servers revoke is refused here by then.
pub(in crate::service) struct Known {
    row: Option<KeyRow>,
    caller: Option<Caller>,
    used_day: AtomicI64,
}

/// How often a key was refused lately. Kept apart from the key, which is forgotten sooner.
#[derive(Default)]
pub(in crate::service) struct Refusals {
    since_us: AtomicI64,
    count: AtomicU32,
}

/// Why a key is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refused {
    Unknown,
    Wrong,
    Revoked,
    Expired,
}

impl Refused {
    const fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Wrong => "wrong",
            Self::Revoked => "revoked",
            Self::Expired => "expired",
        }
    }
}

impl Service {
    /// Who asks. `header` is what the request brought as `Authorization`.
    ///
    /// # Errors
    /// [`Error::Unauthenticated`] where a key is needed and none that is good was brought.
    pub async fn authenticate(self: &Arc<Self>, header: Option<&str>) -> Result<Caller, Error> {
        let Some(header) = header else {
            if self.is_guarded() {
                return Err(unauthenticated(
                    "this server asks for a key: send `Authorization: Bearer crd_…`; `credence keys create` makes one",
                ));
            }
            return Ok(self.local());
        };
        let scheme = header.split_once(' ').filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        let token: Option<Token> = scheme.and_then(|(_, token)| token.trim().parse().ok());
        let Some(token) = token else {
            metrics::counter!("credence_keys_refused_total", "why" => "malformed").increment(1);
            return Err(unauthenticated(
                "the header Authorization is not `Bearer`, a space, and a key as `credence keys create` prints it",
            ));
        };
        let known = self.known_key(token.id()).await?;
        match self.judge_key(&known, &token) {
            Ok(caller) => {
                self.note_use(&known);
                Ok(caller)
            }
            Err(why) => {
                metrics::counter!("credence_keys_refused_total", "why" => why.name()).increment(1);
                if let Some(row) = &known.row {
                    self.note_refusal(row, why);
                }
                Err(match why {
                    // The same words for both: an id alone must tell nothing.
                    Refused::Unknown | Refused::Wrong => unauthenticated("this key is not known here"),
                    Refused::Revoked => unauthenticated("this key was revoked"),
                    Refused::Expired => unauthenticated("this key has expired"),
                })
            }
        }
    }

    /// Whether a caller that was let in before may go on: a stream outlives the request that opened it.
    pub async fn is_still_let_in(&self, caller: &Caller) -> bool {
        let Some(key) = &caller.key else { return !self.is_guarded() };
        match self.known_key(key).await {
            Ok(known) => known.row.as_ref().is_some_and(|row| self.is_in_force(row).is_ok()),
            // The database does not answer: nothing new is let in, and what runs goes on.
            Err(_) => true,
        }
    }

    /// Whether requests need a key: once one was made, for any tenant, all do.
    #[must_use]
    pub fn is_guarded(&self) -> bool {
        self.guarded.load(Ordering::Acquire)
    }

    /// Who asks where no key guards the server: the machine's own user, who may do everything with the log of the tenant `default`.
    #[must_use]
    pub fn local(&self) -> Caller {
        let log = self.default_log.get().copied().unwrap_or(DEFAULT_LOG);
        Caller { log, ..Caller::local() }
    }

    /// Looks up the log of the tenant `default`, and whether a key was made by now, by whomever. To be asked before the first request is answered,
    /// and from time to time where other servers share the database.
    ///
    /// # Errors
    /// Where the database cannot be asked.
    pub async fn look_for_keys(&self) -> Result<(), Error> {
        if self.default_log.get().is_none()
            && let Some(log) = self.store.find_tenant(DEFAULT_TENANT).await?
        {
            // Another task may have found the same.
            let _same = self.default_log.set(log);
        }
        if !self.is_guarded() && self.store.has_keys().await? {
            self.guard();
        }
        Ok(())
    }

    /// A key was made.
    pub(super) fn guard(&self) {
        self.guarded.store(true, Ordering::Release);
    }

    async fn known_key(&self, id: &str) -> Result<Arc<Known>, Error> {
        if let Some(known) = self.keys.get(id) {
            return Ok(known);
        }
        // Ids that nobody has heard of are looked up two at a time: whoever invents them keeps the database from nobody.
        let _place = match self.met.get(id) {
            Some(()) => None,
            None => Some(self.strangers.acquire().await.map_err(|_| Error::Cancelled)?),
        };
        let row = self.store.find_key(id).await?;
        if row.is_some() {
            self.met.insert(id.to_owned(), ());
        }
        let caller = row.as_ref().map(caller_of).transpose()?;
        let used_day = AtomicI64::new(row.as_ref().and_then(|row| row.used_day).unwrap_or(i64::MIN));
        let known = Arc::new(Known { row, caller, used_day });
        self.keys.insert(id.to_owned(), Arc::clone(&known));
        Ok(known)
    }

    fn judge_key(&self, known: &Known, token: &Token) -> Result<Caller, Refused> {
        let (Some(row), Some(caller)) = (&known.row, &known.caller) else { return Err(Refused::Unknown) };
        // Before anything is said of the key: only who holds it learns what became of it.
        if !token.fits(&row.hash) {
            return Err(Refused::Wrong);
        }
        self.is_in_force(row)?;
        Ok(caller.clone())
    }

    fn is_in_force(&self, row: &KeyRow) -> Result<(), Refused> {
        if row.revoked_us.is_some() {
            return Err(Refused::Revoked);
        }
        match row.expires_us {
            Some(expires) if expires <= self.clock.now_us() => Err(Refused::Expired),
            _ => Ok(()),
        }
    }

    /// Notes the day on which a key is used: coarse, so that it costs one write a day and tells of nobody's hours.
    fn note_use(self: &Arc<Self>, known: &Known) {
        let Some(row) = known.row.as_ref().filter(|_| !self.reads_only()) else { return };
        let day = self.clock.now_us().div_euclid(DAY);
        if known.used_day.fetch_max(day, Ordering::AcqRel) >= day {
            return;
        }
        let (service, key) = (Arc::clone(self), row.key.clone());
        self.background.spawn(async move {
            if let Err(error) = service.store.note_use(&key, day).await {
                tracing::warn!(%error, "that a key was used could not be noted");
            }
        });
    }

    /// Counts the refusals of a key that there is, and notes it in the trail where they are many.
    fn note_refusal(self: &Arc<Self>, row: &KeyRow, why: Refused) {
        let refusals = self.refusals.get_with(row.key.clone(), Arc::default);
        let now = self.clock.now_us();
        let since = refusals.since_us.load(Ordering::Acquire);
        if now.saturating_sub(since) >= WHILE {
            refusals.since_us.store(now, Ordering::Release);
            refusals.count.store(0, Ordering::Release);
        }
        if refusals.count.fetch_add(1, Ordering::AcqRel) + 1 != OFTEN || self.reads_only() {
            return;
        }
        let trail = self.trail_row("refused_often", &row.key, None, format!("{OFTEN} times within a minute: {}", why.name()));
        let (service, log) = (Arc::clone(self), row.log);
        self.background.spawn(async move {
            if let Err(error) = service.store.note_access(log, &trail).await {
                tracing::warn!(%error, "that a key was refused often could not be noted");
            }
        });
    }
}

fn unauthenticated(detail: &str) -> Error {
    Error::Unauthenticated(detail.to_owned())
}

fn caller_of(row: &KeyRow) -> Result<Caller, Error> {
    let damaged = || Error::damaged(format!("key {} has the role {:?}, which this release does not know", row.key, row.role));
    let role = match (RoleName::of(&row.role).ok_or_else(damaged)?, &row.game, row.seat) {
        (RoleName::Admin, ..) => Role::Admin,
        (RoleName::Referee, ..) => Role::Referee,
        (RoleName::Reader, ..) => Role::Reader,
        (RoleName::Seat, Some(game), Some(seat)) => Role::Seat(SeatOf { game: game.as_str().into(), seat }),
        (RoleName::Seat, ..) => return Err(damaged()),
    };
    Ok(Caller { log: row.log, role, key: Some(row.key.as_str().into()) })
}
