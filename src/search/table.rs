//! The transposition table: what earlier visits found out about a position.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use bytemuck::Zeroable;
use prefetch_index::prefetch_index;

use super::report::Bound;
use super::score::Score;
use crate::rules::Move;

/// The memory for a table cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a table of {mebibytes} MiB")]
pub struct TableError {
    /// The size asked for.
    pub mebibytes: usize,
}

/// One position. The key is stored xor the data, so that an entry of which two threads wrote a half each does not
/// match any key (Hyatt's and Mann's lockless scheme).
#[derive(Default, Zeroable)]
#[repr(C)]
struct Slot {
    checked_key: AtomicU64,
    data: AtomicU64,
}

/// The slots that a key can be stored in; together they fill a cache line.
#[derive(Default, Zeroable)]
#[repr(C, align(64))]
struct Bucket([Slot; 4]);

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// The best move of that visit, if any.
    pub(super) mv: Option<Move>,
    /// Its value, with distances counted from the position itself.
    pub(super) score: Score,
    /// How the value is to be read.
    pub(super) bound: Bound,
    /// The depth it was searched to.
    pub(super) depth: i32,
}

/// How many buckets a thread clears before it asks for more: a MiB.
const CLEARED_AT_ONCE: usize = 1 << 14;
/// Ages are counted modulo this.
const AGES: u8 = 64;
/// An entry counts as that much shallower for each search since it was written.
const AGE_WEIGHT: i32 = 4;

// An entry's data, from the lowest bit: move 32, score 16, depth 8, age 6, bound 2 (0 = nothing stored).

fn pack(found: &Found, age: u8) -> u64 {
    let bound = match found.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    u64::from(found.mv.map_or(0, Move::bits))
        | u64::from(found.score.value() as i16 as u16) << 32
        | (found.depth.clamp(0, 255) as u64) << 48
        | u64::from(age) << 56
        | bound << 62
}

fn unpack(data: u64) -> Option<Found> {
    let bound = match data >> 62 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        3 => Bound::Upper,
        _ => return None,
    };
    let score = Score::from_value(i32::from((data >> 32) as u16 as i16));
    Some(Found { mv: Move::from_bits(data as u32), score, bound, depth: (data >> 48 & 0xff) as i32 })
}

fn age_of(data: u64) -> u8 {
    (data >> 56) as u8 % AGES
}

/// A table of fixed size that threads share without locks.
pub(super) struct Table {
    buckets: Box<[Bucket]>,
    age: AtomicU8,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("buckets", &self.buckets.len()).finish_non_exhaustive()
    }
}

impl Table {
    /// An empty table of that many MiB.
    pub(super) fn new(mebibytes: usize) -> Result<Self, TableError> {
        let error = TableError { mebibytes };
        let len = mebibytes.checked_mul((1 << 20) / size_of::<Bucket>()).ok_or(error)?;
        let buckets = bytemuck::allocation::try_zeroed_slice_box(len.max(1)).map_err(|()| error)?;
        Ok(Self { buckets, age: AtomicU8::new(0) })
    }

    /// Forgets everything, with that many threads.
    pub(super) fn clear(&mut self, threads: usize) {
        let parts = Mutex::new(self.buckets.chunks_mut(CLEARED_AT_ONCE));
        let work = || {
            loop {
                let part = parts.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(part) = part else { break };
                part.fill_with(Bucket::default);
            }
        };
        std::thread::scope(|scope| {
            // Whatever threads the system grants share the work; this one is there in any case.
            let helpers = (1..threads).map_while(|_| std::thread::Builder::new().spawn_scoped(scope, work).ok());
            helpers.for_each(drop);
            work();
        });
        self.age = AtomicU8::new(0);
    }

    /// Begins a new search: what is stored so far gives way sooner.
    pub(super) fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    fn index(&self, key: u64) -> usize {
        // The high half of key * len is an even spread over 0..len without a division.
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[self.index(key)]
    }

    /// Tells the processor that the key will soon be probed.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch_index(&self.buckets, self.index(key));
    }

    /// What is known about the position with this key, which is `ply` plies from the root.
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<Found> {
        let slot = self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.checked_key.load(Relaxed) ^ data == key).then_some(data)
        });
        let mut found = unpack(slot?)?;
        found.score = from_here(found.score, ply);
        Some(found)
    }

    /// Remembers what a visit found; `found.score` counts distances from the root, `ply` plies above.
    pub(super) fn store(&self, key: u64, ply: usize, mut found: Found) {
        found.score = from_root(found.score, ply);
        let age = self.age.load(Relaxed);
        let bucket = &self.bucket(key).0;
        let value = |slot: &Slot| {
            let data = slot.data.load(Relaxed);
            match unpack(data) {
                Some(_) if slot.checked_key.load(Relaxed) ^ data == key => i32::MIN,
                Some(old) => old.depth - AGE_WEIGHT * i32::from((age + AGES - age_of(data)) % AGES),
                None => i32::MIN + 1,
            }
        };
        let Some(slot) = bucket.iter().min_by_key(|slot| value(slot)) else { return };
        let data = slot.data.load(Relaxed);
        let same = slot.checked_key.load(Relaxed) ^ data == key;
        if same && found.mv.is_none() {
            found.mv = unpack(data).and_then(|old| old.mv);
        }
        let data = pack(&found, age);
        slot.data.store(data, Relaxed);
        slot.checked_key.store(key ^ data, Relaxed);
    }

    /// How full the table is with entries of the current search, in thousandths.
    pub(super) fn hashfull(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let used = slots.filter(|slot| {
            let data = slot.data.load(Relaxed);
            data >> 62 != 0 && age_of(data) == age
        });
        (used.count() * 1000 / (sample.len() * 4)) as u32
    }
}

/// A proven score counted from the root becomes one counted from the position `ply` plies below.
fn from_root(score: Score, ply: usize) -> Score {
    shift(score, ply as i32)
}

fn from_here(score: Score, ply: usize) -> Score {
    shift(score, -(ply as i32))
}

fn shift(score: Score, plies: i32) -> Score {
    if score.is_win() {
        score.plus(plies)
    } else if score.is_loss() {
        score.plus(-plies)
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Square;

    fn found(score: Score, depth: i32) -> Found {
        let mv = Square::new(3, 4).map(|stone| Move::shot(None, stone));
        Found { mv, score, bound: Bound::Lower, depth }
    }

    #[test]
    fn entries_come_back_with_distances_from_the_new_root() {
        let table = Table::new(1).unwrap();
        table.store(77, 4, found(Score::win_in(9), 3));
        assert_eq!(table.probe(77, 0), Some(found(Score::win_in(5), 3)));
        table.store(78, 4, found(Score::loss_in(9), 3));
        assert_eq!(table.probe(78, 2), Some(found(Score::loss_in(7), 3)));
        table.store(79, 4, found(Score::estimate(-120), 255));
        assert_eq!(table.probe(79, 9), Some(found(Score::estimate(-120), 255)));
        assert_eq!(table.probe(80, 0), None);
    }

    #[test]
    fn deep_entries_stay_and_old_ones_go() {
        let table = Table::new(1).unwrap();
        // Low keys share the first bucket.
        for key in 1..=4 {
            table.store(key, 0, found(Score::ZERO, 10 + key as i32));
        }
        table.store(5, 0, found(Score::ZERO, 1));
        assert!(table.probe(1, 0).is_none(), "the shallowest goes");
        assert!((2..=5).all(|key| table.probe(key, 0).is_some()));
        for _ in 0..20 {
            table.grow_older();
        }
        for key in 6..=9 {
            table.store(key, 0, found(Score::ZERO, 1));
        }
        assert!((6..=9).all(|key| table.probe(key, 0).is_some()), "old entries give way");
    }

    #[test]
    fn torn_entries_do_not_match() {
        let table = Table::new(1).unwrap();
        table.store(1, 0, found(Score::ZERO, 5));
        table.bucket(1).0[0].data.fetch_xor(1 << 33, Relaxed);
        assert_eq!(table.probe(1, 0), None);
    }

    #[test]
    fn clearing_empties_and_impossible_sizes_are_refused() {
        let mut table = Table::new(2).unwrap();
        table.store(1 << 63, 0, found(Score::ZERO, 5));
        table.clear(3);
        assert_eq!(table.probe(1 << 63, 0), None);
        assert_eq!(table.hashfull(), 0);
        assert_eq!(Table::new(usize::MAX).unwrap_err().mebibytes, usize::MAX);
    }
}
