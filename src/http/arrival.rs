//! How long the two sides of a connection may keep the server waiting: for the head of a request, once it has begun to arrive, and for
//! an answer to be taken. Between requests a connection may rest far longer: bots think.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

/// No request is under way.
const RESTING: u8 = 0;
/// The head of a request has begun to arrive.
const ARRIVING: u8 = 1;
/// A request has its head, and is being answered.
const ANSWERING: u8 = 2;

/// What a connection is doing, as its reader and its service know together.
#[derive(Clone, Default)]
pub struct Progress(Arc<AtomicU8>);

impl Progress {
    /// A request has its head: until the guard is dropped, it is being answered.
    pub fn answering(&self) -> Answering {
        self.0.store(ANSWERING, Ordering::Relaxed);
        Answering(self.clone())
    }
}

/// A request is being answered.
pub struct Answering(Progress);

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.0.store(RESTING, Ordering::Relaxed);
    }
}

/// Bytes that the other side must take in the time that it has, unless there are fewer.
const SOME: usize = 64 << 10;

/// A connection that breaks off where the head of a request takes longer than it may, or the other side does not take what it is sent.
pub struct Arriving<IO> {
    io: IO,
    progress: Progress,
    allowed: Duration,
    deadline: Option<Pin<Box<Sleep>>>,
    unread: Unread,
}

/// What the other side has not taken yet.
struct Unread {
    allowed: Duration,
    /// Runs since the other side last had more than it took.
    deadline: Option<Pin<Box<Sleep>>>,
    /// Bytes that it took since then.
    taken: usize,
}

impl Unread {
    /// What comes of an attempt to send so many bytes.
    fn after(&mut self, cx: &mut Context<'_>, offered: usize, sent: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match sent {
            Poll::Ready(Ok(count)) => {
                self.taken += count;
                if count == offered || self.taken >= SOME {
                    (self.deadline, self.taken) = (None, 0);
                }
                Poll::Ready(Ok(count))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => {
                let allowed = self.allowed;
                let deadline = self.deadline.get_or_insert_with(|| Box::pin(tokio::time::sleep(allowed)));
                ready!(deadline.as_mut().poll(cx));
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl<IO> Arriving<IO> {
    /// Watches a connection. A head may take `head` to arrive, and what is sent `unread` to be taken.
    pub const fn new(io: IO, progress: Progress, head: Duration, unread: Duration) -> Self {
        let unread = Unread { allowed: unread, deadline: None, taken: 0 };
        Self { io, progress, allowed: head, deadline: None, unread }
    }

    fn has_taken_too_long(&mut self, cx: &mut Context<'_>) -> bool {
        if self.progress.0.load(Ordering::Relaxed) != ARRIVING {
            self.deadline = None;
            return false;
        }
        let allowed = self.allowed;
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(tokio::time::sleep(allowed)));
        deadline.as_mut().poll(cx).is_ready()
    }
}

impl<IO: AsyncRead + Unpin> AsyncRead for Arriving<IO> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if this.has_taken_too_long(cx) {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut this.io).poll_read(cx, buffer))?;
        if buffer.filled().len() > before {
            // Only the first bytes after a rest begin a head.
            let _ = this.progress.0.compare_exchange(RESTING, ARRIVING, Ordering::Relaxed, Ordering::Relaxed);
        }
        Poll::Ready(Ok(()))
    }
}

impl<IO: AsyncWrite + Unpin> AsyncWrite for Arriving<IO> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let sent = Pin::new(&mut this.io).poll_write(cx, bytes);
        this.unread.after(cx, bytes.len(), sent)
    }

    fn poll_write_vectored(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[io::IoSlice<'_>]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let sent = Pin::new(&mut this.io).poll_write_vectored(cx, bytes);
        this.unread.after(cx, bytes.iter().map(|slice| slice.len()).sum(), sent)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().io).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().io).poll_shutdown(cx)
    }
}
