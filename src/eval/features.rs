//! What the evaluation counts: the numbering of its features, and how a position is broken into them.
//!
//! Every feature counts something of Black's less the same of White's, so that a position and the one with the colours
//! exchanged are worth the same to the player to move.

use super::groups::{Groups, Sizes};
use crate::rules::{Bitboard, Color, Position, Square};

/// Free neighbours of a shooter are told apart up to this number.
const FREE: usize = 6;
/// How many steps the owner's lead is told in; see [`lead_step`].
const LEADS: usize = 4;
/// Free orthogonal neighbours of a shooter are told apart below this number.
const OPENINGS: usize = 3;
/// A shooter's nearness to the biggest groups matters where these differ: reached : far, touched : far,
/// touched : reached.
const CONTACTS: usize = 3;
/// Claims below the majority of the biggest variant.
const CLAIMS_MAX: usize = 3;

/// An owned shooter: whether the owner is to move, free neighbours, lead, free orthogonal neighbours.
const OWNED: usize = 0;
/// An owned shooter, if the owner lacks one claim: whether the owner is to move, free neighbours.
const URGENT: usize = OWNED + 2 * FREE * LEADS * OPENINGS;
const URGENT_FREE: usize = 3;
/// A shooter that goes to whoever fills its last free neighbour; counted for the player to move.
const HOT: usize = URGENT + 2 * URGENT_FREE;
/// A shooter that nobody owns: whether there are groups beside it, free neighbours; counted for the player to move.
const OPEN: usize = HOT + 1;
/// A shooter that one biggest group is nearer to than the other: free neighbours, contact.
const CONTACT: usize = OPEN + 2 * FREE;
/// Stones orthogonally beside a shooter: free neighbours.
const BESIDE: usize = CONTACT + FREE * CONTACTS;
/// The claims of both players, the leader's first; counted for the leader.
const CLAIMS: usize = BESIDE + FREE;
/// Having the move, by the claims of both together.
const MOVE: usize = CLAIMS + CLAIMS_MAX * CLAIMS_MAX;
/// Having the biggest group.
const LEAD: usize = MOVE + 2 * CLAIMS_MAX + 1;
/// The size of the biggest group, per stone.
const SIZE: usize = LEAD + 1;
/// The same, for a lead of at most [`SMALL_LEAD`] stones.
const SMALL_SIZE: usize = SIZE + 1;
const SMALL_LEAD: i32 = 4;
/// Empty squares beside the biggest groups.
const SHORE: usize = SMALL_SIZE + 1;
/// Those of them that are beside a shooter and no bigger group.
const GROUND: usize = SHORE + 1;
/// Empty squares beside any stone.
const LIBERTIES: usize = GROUND + 1;
/// Pairs of neighbouring stones.
const BONDS: usize = LIBERTIES + 1;

/// The number of features, the same for all variants.
pub const FEATURES: usize = BONDS + 1;

/// Takes in what is counted.
pub(super) trait Tally {
    /// Black has `number` more of that feature than White.
    fn count(&mut self, feature: usize, number: i32);
}

/// What becomes of an unclaimed shooter if it is shut in where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Its biggest neighbour belongs to this player.
    Owned(Color),
    /// One free neighbour is left, and whoever fills it gets the shooter.
    Hot,
    /// Neither player's groups decide: whoever shuts it in gives it away.
    Open,
}

/// What the features of all shooters have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene {
    pub(super) side: Color,
    pub(super) empty: Bitboard,
    pub(super) stones: [Bitboard; 2],
    /// The biggest groups and their sizes.
    pub(super) biggest: [Bitboard; 2],
    pub(super) sizes: [u8; 2],
    /// The empty squares beside the biggest groups.
    pub(super) shore: [Bitboard; 2],
    /// The unclaimed shooters and the squares around them.
    pub(super) beside: Bitboard,
    pub(super) claims: [u32; 2],
    pub(super) majority: u32,
}

fn sign(color: Color) -> i32 {
    if color == Color::Black { 1 } else { -1 }
}

fn lead_step(lead: u8) -> usize {
    match lead {
        0..=1 => 0,
        2..=3 => 1,
        4..=7 => 2,
        _ => 3,
    }
}

impl Scene {
    #[inline]
    pub(super) fn of(position: &Position, groups: &Groups) -> Self {
        let empty = position.empty();
        let biggest = Color::ALL.map(|color| groups.biggest(color));
        Self {
            side: position.side(),
            empty,
            stones: Color::ALL.map(|color| position.stones(color)),
            biggest,
            sizes: Color::ALL.map(|color| groups.record(color)),
            shore: biggest.map(|group| group.orthogonal() & empty),
            beside: position.shooters().dilated(),
            claims: Color::ALL.map(|color| position.claimed(color).count()),
            majority: position.variant().majority().into(),
        }
    }

    /// The features of a shooter on `square` with these `free` squares around it, and its fate.
    #[inline]
    pub(super) fn shooter(&self, groups: &impl Sizes, square: Square, free: Bitboard, tally: &mut impl Tally) -> Fate {
        let count = free.count() as usize;
        let step = count.clamp(1, FREE) - 1;
        let sizes = Color::ALL.map(|color| groups.biggest_beside(square, color));
        let fate = fate(groups, square, free, sizes);
        match fate {
            Fate::Owned(owner) => {
                let own_move = usize::from(owner == self.side);
                let openings = (free & Bitboard::from(square).orthogonal()).count() as usize;
                let lead = lead_step(sizes[0].abs_diff(sizes[1]));
                let place = ((own_move * FREE + step) * LEADS + lead) * OPENINGS + openings.min(OPENINGS - 1);
                tally.count(OWNED + place, sign(owner));
                if count <= URGENT_FREE && self.claims[owner.index()] + 1 == self.majority {
                    tally.count(URGENT + own_move * URGENT_FREE + step.min(URGENT_FREE - 1), sign(owner));
                }
            }
            Fate::Hot => tally.count(HOT, sign(self.side)),
            Fate::Open => tally.count(OPEN + usize::from(sizes[0] > 0) * FREE + step, sign(self.side)),
        }

        let around = Bitboard::from(square).orthogonal();
        let contact = |color: usize| {
            if !(around & self.biggest[color]).is_empty() {
                2
            } else {
                usize::from(!(around & self.shore[color]).is_empty())
            }
        };
        let (black, white) = (contact(0), contact(1));
        if black != white {
            // 1 : 0, 2 : 0 and 2 : 1.
            let pair = black.max(white) - 1 + black.min(white);
            tally.count(CONTACT + step * CONTACTS + pair, if black > white { 1 } else { -1 });
        }
        let [black, white] = self.stones.map(|stones| (stones & around).count() as i32);
        tally.count(BESIDE + step, black - white);
        fate
    }

    /// The features of the claims.
    #[inline]
    pub(super) fn claims(&self, tally: &mut impl Tally) {
        let [black, white] = self.claims.map(|claims| (claims as usize).min(CLAIMS_MAX));
        if black != white {
            let place = (black.max(white) - 1) * CLAIMS_MAX + black.min(white);
            tally.count(CLAIMS + place, if black > white { 1 } else { -1 });
        }
    }

    /// The feature of having the move.
    #[inline]
    pub(super) fn to_move(&self, tally: &mut impl Tally) {
        let claims = (self.claims[0] + self.claims[1]) as usize;
        tally.count(MOVE + claims.min(2 * CLAIMS_MAX), sign(self.side));
    }

    /// The features of the sizes of the biggest groups.
    #[inline]
    pub(super) fn sizes(&self, tally: &mut impl Tally) {
        let lead = i32::from(self.sizes[0]) - i32::from(self.sizes[1]);
        tally.count(LEAD, lead.signum());
        tally.count(SIZE, lead);
        tally.count(SMALL_SIZE, lead.clamp(-SMALL_LEAD, SMALL_LEAD));
    }

    /// The features of the squares that groups can grow to, and of how they hang together.
    #[inline]
    pub(super) fn room(&self, tally: &mut impl Tally) {
        let difference = |black: Bitboard, white: Bitboard| black.count() as i32 - white.count() as i32;
        let [black, white] = self.shore;
        tally.count(SHORE, difference(black, white));
        // A square beside both biggest groups belongs to the bigger one.
        let black_ground = if self.sizes[0] > self.sizes[1] { black } else { black & !white };
        let white_ground = if self.sizes[1] > self.sizes[0] { white } else { white & !black };
        tally.count(GROUND, difference(black_ground & self.beside, white_ground & self.beside));
        let [black, white] = self.stones.map(|stones| stones.orthogonal() & self.empty);
        tally.count(LIBERTIES, difference(black, white));
        let [black, white] = self.stones.map(|stones| stones.bonds());
        tally.count(BONDS, black as i32 - white as i32);
    }
}

/// The fate of a shooter on `square` with these `free` squares around it, beside biggest groups of these `sizes`.
#[inline]
fn fate(groups: &impl Sizes, square: Square, free: Bitboard, sizes: [u8; 2]) -> Fate {
    let [black, white] = sizes;
    if free.is_single()
        && let Some(gap) = free.first()
    {
        return last_gap(groups, square, gap, black, white);
    }
    match black.cmp(&white) {
        std::cmp::Ordering::Greater => Fate::Owned(Color::Black),
        std::cmp::Ordering::Less => Fate::Owned(Color::White),
        std::cmp::Ordering::Equal => Fate::Open,
    }
}

/// Who gets a shooter when its last free neighbour `gap` is filled, by either player's stone.
fn last_gap(groups: &impl Sizes, square: Square, gap: Square, black: u8, white: u8) -> Fate {
    let orthogonal = gap.file() == square.file() || gap.rank() == square.rank();
    let merged = |now: u8, color| if orthogonal { now.max(groups.size_after(gap, color)) } else { now };
    // A tie goes to the opponent of whoever fills the gap.
    let black_takes = merged(black, Color::Black) > white;
    let white_takes = merged(white, Color::White) > black;
    match (black_takes, white_takes) {
        (true, true) => Fate::Hot,
        (true, false) => Fate::Owned(Color::Black),
        (false, true) => Fate::Owned(Color::White),
        (false, false) => Fate::Open,
    }
}

/// What a feature counts, in a few words.
pub fn feature_name(index: usize) -> String {
    let free = |step: usize| if step + 1 < FREE { format!("{} free", step + 1) } else { format!("{FREE}+ free") };
    let whose = |own: usize| if own == 1 { "owner to move" } else { "opponent to move" };
    match index {
        OWNED..URGENT => {
            let place = index - OWNED;
            let (rest, openings) = (place / OPENINGS, place % OPENINGS);
            let (rest, lead) = (rest / LEADS, ["1", "2-3", "4-7", "8+"][rest % LEADS]);
            let more = if openings + 1 < OPENINGS { "" } else { "+" };
            let (own, step) = (whose(rest / FREE), free(rest % FREE));
            format!("owned, {step}, {openings}{more} of them orthogonal, lead {lead}, {own}")
        }
        URGENT..HOT => {
            let place = index - URGENT;
            format!("owned for the last claim, {}, {}", free(place % URGENT_FREE), whose(place / URGENT_FREE))
        }
        HOT => "to whoever shuts it in".into(),
        OPEN..CONTACT => {
            let place = index - OPEN;
            let why = if place < FREE { "no group beside it" } else { "equal groups beside it" };
            format!("to nobody, {}, {why}", free(place % FREE))
        }
        CONTACT..BESIDE => {
            let place = index - CONTACT;
            let pair = ["reached : far", "touched : far", "touched : reached"][place % CONTACTS];
            format!("by biggest groups {pair}, {}", free(place / CONTACTS))
        }
        BESIDE..CLAIMS => format!("stone beside a shooter, {}", free(index - BESIDE)),
        CLAIMS..MOVE => {
            let place = index - CLAIMS;
            format!("claims {} : {}", place / CLAIMS_MAX + 1, place % CLAIMS_MAX)
        }
        MOVE..LEAD => format!("the move, {} claimed", index - MOVE),
        LEAD => "the biggest group".into(),
        SIZE => "a stone of the biggest group".into(),
        SMALL_SIZE => format!("the same, up to a lead of {SMALL_LEAD}"),
        SHORE => "a free square beside the biggest group".into(),
        GROUND => "the same beside a shooter".into(),
        LIBERTIES => "a free square beside any stone".into(),
        BONDS => "a pair of neighbouring stones".into(),
        _ => format!("no feature {index}"),
    }
}
