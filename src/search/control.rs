//! How the outside steers a running search.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The stop flag of a search and the state of pondering, shared by the one who asked and all who search.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    /// Set for a search that began as pondering.
    ponder: bool,
    /// When pondering became a search on the own clock.
    hit: OnceLock<Instant>,
}

impl Control {
    /// For a search on the own clock.
    pub fn new() -> Self {
        Self::default()
    }

    /// For a search on the opponent's clock: no time counts before [`Control::ponder_hit`].
    pub fn pondering() -> Self {
        Self { ponder: true, ..Self::default() }
    }

    /// Ends the search as soon as it looks.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search is to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The awaited move was played at that time.
    pub fn ponder_hit(&self, at: Instant) {
        self.hit.get_or_init(|| at);
    }

    /// Whether the search still runs on the opponent's clock.
    pub fn is_pondering(&self) -> bool {
        self.ponder && self.hit.get().is_none()
    }

    /// When the own clock began to run, for a search asked for at `asked`; `None` while pondering.
    pub fn clock_start(&self, asked: Instant) -> Option<Instant> {
        if self.ponder { self.hit.get().copied() } else { Some(asked) }
    }
}
