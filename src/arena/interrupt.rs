//! How a run is asked to end early.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// A wish to end, shared by all who work on a run.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicU8>);

impl Interrupt {
    /// The user's wish: the first time, games that run are finished and no others begin; from the second time on, they
    /// are dropped.
    pub fn ask(&self) {
        let more = |level: u8| Some(level.saturating_add(1));
        // `more` never refuses.
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
    }

    /// Running games are dropped at once.
    pub fn abort(&self) {
        self.0.fetch_max(2, Ordering::Relaxed);
    }

    /// Whether no other game shall begin.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= 1
    }

    /// Whether running games shall be dropped.
    pub fn is_abort(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= 2
    }
}

#[cfg(test)]
mod tests {
    use super::Interrupt;

    #[test]
    fn asking_twice_aborts() {
        let interrupt = Interrupt::default();
        let other = interrupt.clone();
        assert_eq!((other.is_asked(), other.is_abort()), (false, false));
        interrupt.ask();
        assert_eq!((other.is_asked(), other.is_abort()), (true, false));
        interrupt.ask();
        assert_eq!((other.is_asked(), other.is_abort()), (true, true));
    }
}
