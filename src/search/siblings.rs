//! Which moves are being searched right now, so that a thread that comes by takes their siblings first.
//!
//! This is Tom Kerrigan's "simplified ABDADA": every thread searches the whole tree, but a move that another one is
//! searching is put off to the end of the node's list. By then the table mostly knows its value.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::node::Node;

/// Nodes with less remaining depth are searched so fast that there is nothing to share.
const DEPTH_MIN: i32 = 3;
/// Slots for each thread: many more than the moves it is in the midst of.
const SLOTS: usize = 256;
/// What stands in a free slot.
const FREE: u64 = 0;

/// The moves under search, known by the hash of the position after them. A move may be forgotten because another one took
/// its slot: that costs work done twice and nothing else.
#[derive(Debug)]
pub(super) struct Siblings {
    slots: Vec<AtomicU64>,
}

impl Siblings {
    /// No moves yet, for that many threads. A thread that is alone has nobody to tell.
    pub(super) fn new(threads: usize) -> Self {
        let len = if threads > 1 { threads * SLOTS } else { 0 };
        Self { slots: std::iter::repeat_with(AtomicU64::default).take(len).collect() }
    }

    #[inline]
    fn slot(&self, child: &Node, depth: i32) -> Option<(&AtomicU64, u64)> {
        if depth < DEPTH_MIN {
            return None;
        }
        let key = child.position.hash();
        let index = (u128::from(key) * self.slots.len() as u128) >> 64;
        Some((self.slots.get(index as usize)?, key))
    }

    /// A thread begins to search the move to `child` at a node with that remaining depth.
    #[inline]
    pub(super) fn enter(&self, child: &Node, depth: i32) {
        if let Some((slot, key)) = self.slot(child, depth) {
            slot.store(key, Relaxed);
        }
    }

    /// A thread is done with that move.
    #[inline]
    pub(super) fn leave(&self, child: &Node, depth: i32) {
        if let Some((slot, key)) = self.slot(child, depth)
            && slot.load(Relaxed) == key
        {
            slot.store(FREE, Relaxed);
        }
    }

    /// Whether a thread is searching that move.
    #[inline]
    pub(super) fn contains(&self, child: &Node, depth: i32) -> bool {
        self.slot(child, depth).is_some_and(|(slot, key)| slot.load(Relaxed) == key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_fen;

    fn children() -> Vec<Node> {
        let node = Node::new(&parse_fen("6s/7/4s2/7/7/7/6s b 0 3").unwrap());
        node.position.moves().into_iter().map(|mv| node.play(mv)).collect()
    }

    #[test]
    fn moves_are_known_from_enter_to_leave() {
        let siblings = Siblings::new(2);
        let [a, b, ..] = &children()[..] else { panic!() };
        siblings.enter(a, DEPTH_MIN);
        assert!(siblings.contains(a, DEPTH_MIN) && !siblings.contains(b, DEPTH_MIN));
        siblings.leave(b, DEPTH_MIN);
        assert!(siblings.contains(a, DEPTH_MIN), "another move does not free its slot");
        siblings.leave(a, DEPTH_MIN);
        assert!(!siblings.contains(a, DEPTH_MIN));
    }

    #[test]
    fn moves_in_one_slot_displace_each_other_and_nothing_stays() {
        let (siblings, children) = (Siblings::new(2), children());
        assert!(children.len() > siblings.slots.len(), "so some share a slot");
        children.iter().for_each(|child| siblings.enter(child, DEPTH_MIN));
        assert!(!children.iter().all(|child| siblings.contains(child, DEPTH_MIN)));
        assert!(siblings.contains(&children[children.len() - 1], DEPTH_MIN), "the last one stays");
        children.iter().for_each(|child| siblings.leave(child, DEPTH_MIN));
        assert!(siblings.slots.iter().all(|slot| slot.load(Relaxed) == FREE));
    }

    #[test]
    fn one_thread_and_small_depths_share_nothing() {
        let child = &children()[0];
        let (alone, two) = (Siblings::new(1), Siblings::new(2));
        alone.enter(child, 9);
        two.enter(child, DEPTH_MIN - 1);
        assert!(!alone.contains(child, 9) && !two.contains(child, DEPTH_MIN));
    }
}
