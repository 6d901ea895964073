//! Whether what an archive says of tenants can be taken in: no tenant may come by another's games, and no game may come to lie where no tenant
//! reaches it.

use super::ArchiveError;
use crate::service::{DEFAULT_LOG, DEFAULT_TENANT};
use crate::store::LogId;

/// Holds the tenant of a log in an archive to the tenants that the database has already.
///
/// # Errors
/// Where the log is another tenant's there, the tenant has another log there, or a partition that is not the first names a tenant.
pub(super) fn check(here: &[(LogId, String)], log: LogId, tenant: Option<&str>) -> Result<(), ArchiveError> {
    let refused = |what: String| {
        Err(ArchiveError::Refused(format!(
            "{what}. Import into a database in which no tenant was made yet, and make tenants and keys afterwards"
        )))
    };
    if log != log.home() && tenant.is_some() {
        return Err(ArchiveError::Refused(format!("log {} has a tenant, and is not the first partition of a log", log.0)));
    }
    // Archives from before there were tenants do not say whose the first log is.
    let tenant = tenant.or((log == DEFAULT_LOG).then_some(DEFAULT_TENANT));
    let owner = here.iter().find(|(known, _)| *known == log).map(|(_, name)| name.as_str());
    match (owner, tenant) {
        (Some(owner), Some(tenant)) if owner == tenant => Ok(()),
        (Some(owner), Some(tenant)) => {
            refused(format!("log {} is the tenant {owner:?}'s in this database, and {tenant:?}'s in the archive", log.0))
        }
        (Some(owner), None) => {
            refused(format!("log {} is the tenant {owner:?}'s in this database, and nobody's in the archive", log.0))
        }
        (None, Some(tenant)) => match here.iter().find(|(_, name)| name == tenant) {
            Some((other, _)) => {
                refused(format!("the tenant {tenant:?} has log {} in this database, and log {} in the archive", other.0, log.0))
            }
            None => Ok(()),
        },
        (None, None) => Ok(()),
    }
}

/// Holds partitions to the first ones of their logs, which say whose they are.
///
/// # Errors
/// Where an archive has a partition, and not the first of the same log.
pub(super) fn check_homes(logs: impl Iterator<Item = LogId> + Clone) -> Result<(), ArchiveError> {
    for log in logs.clone().filter(|log| *log != log.home()) {
        if logs.clone().all(|other| other != log.home()) {
            return Err(ArchiveError::Refused(format!(
                "log {} is a partition of log {}, which the archive does not hold: it does not say whose games these are. Export the log again with \
                 this release",
                log.0,
                log.home().0
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_keeps_its_tenant_and_a_tenant_its_log() {
        let here = [(LogId(1), "default".to_owned()), (LogId(2), "alpha".to_owned())];
        let refused = |log, tenant| check(&here, LogId(log), tenant).err().map(|error| error.to_string());
        for (log, tenant) in [(1, None), (1, Some("default")), (2, Some("alpha")), (3, Some("beta")), (3, None)] {
            assert_eq!(refused(log, tenant), None, "{log} {tenant:?}");
        }
        for (log, tenant, what) in [
            (2, Some("beta"), "log 2 is the tenant \"alpha\"'s in this database, and \"beta\"'s in the archive"),
            (2, None, "nobody's in the archive"),
            (3, Some("alpha"), "the tenant \"alpha\" has log 2 in this database, and log 3 in the archive"),
            (1, Some("beta"), "log 1 is the tenant \"default\"'s"),
            ((1 << 32) + 4, Some("beta"), "is not the first partition"),
        ] {
            let said = refused(log, tenant).unwrap_or_default();
            assert!(said.contains(what), "{log} {tenant:?}: {said}");
        }
    }

    #[test]
    fn partitions_come_with_the_first_of_their_log() {
        let log = LogId::of_tenant(2, 4);
        assert_eq!(check_homes(log.each().chain([LogId(1)])), Ok(()));
        let said = check_homes(log.each().skip(1)).expect_err("the first is missing").to_string();
        assert!(said.contains("Export the log again"), "{said}");
    }
}
