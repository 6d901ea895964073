//! At whose cost work is done: what everybody has to share is shared by payer.

tokio::task_local! {
    static CURRENT: Payer;
}

/// Who pays for the work of a task. Work of one payer waits behind other work of the same payer, and not behind that of others.
/// 0 is everybody who brought no key.
///
/// It is known within [`Payer::scope`] and in nothing that is spawned there: work that goes on in a task of its own must be given
/// it again, as `tokio::spawn(Payer::current().scope(work))`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Payer(pub u64);

impl Payer {
    /// Who pays for the task that asks.
    #[must_use]
    pub fn current() -> Self {
        CURRENT.try_with(|payer| *payer).unwrap_or_default()
    }

    /// What is done within the future is done at this payer's cost.
    pub async fn scope<F: Future>(self, work: F) -> F::Output {
        CURRENT.scope(self, work).await
    }

    /// The same of what does not wait: a stream, say, each time it is asked for its next item.
    pub fn pays_for<T>(self, work: impl FnOnce() -> T) -> T {
        CURRENT.sync_scope(self, work)
    }
}

#[cfg(test)]
mod tests {
    use super::Payer;

    #[tokio::test]
    async fn a_payer_is_known_within_its_scope() {
        assert_eq!(Payer::current(), Payer(0));
        let (inside, spawned, given) = Payer(7)
            .scope(async {
                let spawned = tokio::spawn(async { Payer::current() });
                let given = tokio::spawn(Payer::current().scope(async { Payer::current() }));
                (Payer::current(), spawned.await.unwrap(), given.await.unwrap())
            })
            .await;
        assert_eq!((inside, spawned, given), (Payer(7), Payer(0), Payer(7)));
    }
}
