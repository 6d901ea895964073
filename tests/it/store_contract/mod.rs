//! The contract of the store: every law, on both backends.

mod appending;
mod catalog;
mod chain;
mod forgetting;
mod isolation;
mod kept_profiles;
mod keys;
mod persons;
mod racing;
pub mod reading;
mod snapshots;

/// Runs each law on a fresh database of each backend.
macro_rules! laws {
    ($($law:ident),* $(,)?) => {
        mod on_sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $law() {
                    crate::harness::on_sqlite(super::$law).await;
                }
            )*
        }

        mod on_postgres {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $law() {
                    crate::harness::on_postgres(super::$law).await;
                }
            )*
        }
    };
}

pub(crate) use laws;
