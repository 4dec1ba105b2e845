//! What the evaluation counts: the numbering of its features, and how a position is broken into them.
//!
//! Every feature counts something of Black's less the same of White's, so that a position and the one with the colours
//! exchanged are worth the same to the player to move.

use super::groups::{Groups, Sizes};
use super::terrain::{NO_CLASS, SQUARE, SquareClasses};
use super::weights::Prices;
use crate::rules::{Bitboard, Color, Position, SQUARES, Square};

/// Free neighbours of a shooter are told apart up to this number.
const FREE: usize = 6;
/// Free neighbours of an empty square are told apart up to this number.
const LAND_FREE: usize = 5;
/// Claims below the majority of the biggest variant.
const CLAIMS_MAX: usize = 3;

/// An owned shooter: whether the owner is to move, free neighbours.
const OWNED: usize = 0;
/// A shooter that goes to whoever fills its last free neighbour; counted for the player to move.
const HOT: usize = OWNED + 2 * FREE;
/// The claims of both players, the leader's first; counted for the leader.
const CLAIMS: usize = HOT + 1;
/// Having the move.
const MOVE: usize = CLAIMS + CLAIMS_MAX * CLAIMS_MAX;
/// The size of the biggest group, per stone.
const SIZE: usize = MOVE + 1;
/// Empty squares beside the biggest group and a shooter, but no bigger group.
const GROUND: usize = SIZE + 1;
/// Empty squares beside stones of one player only: their free neighbours.
const LAND: usize = GROUND + 1;
/// Pairs of neighbouring stones.
const BONDS: usize = LAND + LAND_FREE + 1;

/// The number of these features, the same for all variants.
pub const SKETCH_FEATURES: usize = BONDS + 1;

/// Takes in what is counted.
pub(super) trait Tally {
    /// Black has `number` more of that feature than White.
    fn count(&mut self, feature: usize, number: i32);

    /// Black has `number` more of the feature of each square.
    fn count_squares(&mut self, classes: &SquareClasses, number: i32) {
        for &class in classes.iter().filter(|&&class| class != NO_CLASS) {
            self.count(SQUARE + usize::from(class), number);
        }
    }
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

/// What the features of a position are counted from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene {
    pub(super) side: Color,
    pub(super) empty: Bitboard,
    pub(super) stones: [Bitboard; 2],
    /// The size of the biggest groups, and the empty squares beside them.
    pub(super) sizes: [u8; 2],
    pub(super) shore: [Bitboard; 2],
    /// The unclaimed shooters and the squares around them.
    beside: Bitboard,
    claims: [u32; 2],
}

pub(super) fn sign(color: Color) -> i32 {
    if color == Color::Black { 1 } else { -1 }
}

impl Scene {
    #[inline]
    pub(super) fn of(position: &Position, groups: &Groups) -> Self {
        let empty = position.empty();
        Self {
            side: position.side(),
            empty,
            stones: Color::ALL.map(|color| position.stones(color)),
            sizes: Color::ALL.map(|color| groups.record(color)),
            shore: Color::ALL.map(|color| groups.biggest(color).orthogonal() & empty),
            beside: position.shooters().dilated(),
            claims: Color::ALL.map(|color| position.claimed(color).count()),
        }
    }

    /// The same with the other player to move.
    #[inline]
    pub(super) fn passed(self) -> Self {
        Self { side: !self.side, ..self }
    }

    /// The feature of a shooter on `square` with these `free` squares around it, and its fate.
    #[inline]
    pub(super) fn shooter(&self, groups: &impl Sizes, square: Square, free: Bitboard, tally: &mut impl Tally) -> Fate {
        let sizes = Color::ALL.map(|color| groups.biggest_beside(square, color));
        let fate = fate(groups, square, free, sizes);
        match fate {
            Fate::Owned(owner) => tally.count(owned(owner == self.side, free.count()), sign(owner)),
            Fate::Hot => tally.count(HOT, sign(self.side)),
            Fate::Open => (),
        }
        fate
    }

    /// The feature of the claims.
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
    pub(super) fn turn(&self, tally: &mut impl Tally) {
        tally.count(MOVE, sign(self.side));
    }

    /// The feature of the sizes of the biggest groups.
    #[inline]
    pub(super) fn sizes(&self, tally: &mut impl Tally) {
        tally.count(SIZE, i32::from(self.sizes[0]) - i32::from(self.sizes[1]));
    }

    /// The feature of the room that the biggest groups have beside shooters.
    #[inline]
    pub(super) fn ground(&self, tally: &mut impl Tally) {
        let [black, white] = self.grounds();
        tally.count(GROUND, difference(black, white));
    }

    /// The features of the land that each player has alone.
    #[inline]
    pub(super) fn land(&self, tally: &mut impl Tally) {
        let [black, white] = self.lands();
        for (free, squares) in self.empty.by_neighbours().into_iter().enumerate() {
            tally.count(LAND + free.min(LAND_FREE), difference(black & squares, white & squares));
        }
    }

    /// The feature of stones that hang together.
    #[inline]
    pub(super) fn bonds(&self, tally: &mut impl Tally) {
        let [black, white] = self.stones.map(|stones| stones.bonds());
        tally.count(BONDS, black as i32 - white as i32);
    }

    /// What a stone of `color` on each of these `places` adds to [`Scene::land`] and [`Scene::bonds`] and, as long
    /// as the biggest groups stay the same, to [`Scene::ground`], for Black. The places are the empty squares and perhaps some that become empty.
    pub(super) fn room_of_stones(&self, color: Color, places: Bitboard, prices: &Prices) -> [[i32; SQUARES]; 2] {
        let (mut room, mut ground) = ([0; SQUARES], [0; SQUARES]);
        let add = |worths: &mut [i32; SQUARES], squares: Bitboard, worth: i32| {
            squares.into_iter().for_each(|square| worths[square.index()] += worth);
        };
        for (player, squares) in Color::ALL.into_iter().zip(self.grounds()) {
            add(&mut ground, squares, -sign(player) * i32::from(prices[GROUND]));
        }
        let lands = self.lands();
        let fresh = self.empty & !(self.stones[0] | self.stones[1]).orthogonal();
        for (free, squares) in self.empty.by_neighbours().into_iter().enumerate() {
            // The stone takes a square from the room of those around it.
            let price = |free: usize| i32::from(prices[LAND + free.min(LAND_FREE)]);
            let (before, narrowed) = (price(free), price(free.saturating_sub(1)) - price(free));
            for player in Color::ALL {
                let (land, worth) = (lands[player.index()] & squares, sign(player));
                add(&mut room, land, -worth * before);
                for square in land {
                    let (orthogonal, around) = (square.orthogonal() & places, square.neighbours() & places);
                    if player == color {
                        add(&mut room, around, worth * narrowed);
                    } else {
                        // Beside the stone it is nobody's land any more.
                        add(&mut room, orthogonal, -worth * before);
                        add(&mut room, around & !orthogonal, worth * narrowed);
                    }
                }
            }
            for square in fresh & squares {
                add(&mut room, square.orthogonal() & places, sign(color) * (before + narrowed));
            }
        }
        for direction in 0..4 {
            let squares = self.stones[color.index()].shifted(direction) & places;
            add(&mut room, squares, sign(color) * i32::from(prices[BONDS]));
        }
        [room, ground]
    }

    /// The empty squares orthogonally beside stones of only one player.
    #[inline]
    fn lands(&self) -> [Bitboard; 2] {
        let [black, white] = self.stones.map(|stones| stones.orthogonal() & self.empty);
        [black & !white, white & !black]
    }

    /// The empty squares beside shooters and biggest groups. A square beside both groups belongs to the bigger one.
    #[inline]
    fn grounds(&self) -> [Bitboard; 2] {
        let ([black, white], sizes) = (self.shore, self.sizes);
        let black_ground = if sizes[0] > sizes[1] { black } else { black & !white };
        let white_ground = if sizes[1] > sizes[0] { white } else { white & !black };
        [black_ground & self.beside, white_ground & self.beside]
    }
}

#[inline]
fn difference(black: Bitboard, white: Bitboard) -> i32 {
    black.count() as i32 - white.count() as i32
}

/// The feature of an owned shooter with that many free neighbours.
#[inline]
pub(super) fn owned(own_move: bool, free: u32) -> usize {
    OWNED + usize::from(own_move) * FREE + (free as usize).clamp(1, FREE) - 1
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
    match index {
        OWNED..HOT => {
            let (own_move, step) = ((index - OWNED) / FREE, (index - OWNED) % FREE);
            let free = step + 1;
            let more = if free == FREE { " or more" } else { "" };
            let whose = if own_move == 1 { "the owner's" } else { "the opponent's" };
            format!("owned shooter with {free}{more} free, {whose} move")
        }
        HOT => "shooter that goes to whoever shuts it in".into(),
        CLAIMS..MOVE => {
            let place = index - CLAIMS;
            format!("claims {} : {}", place / CLAIMS_MAX + 1, place % CLAIMS_MAX)
        }
        MOVE => "having the move".into(),
        SIZE => "stone of the biggest group".into(),
        GROUND => "free square beside the biggest group and a shooter".into(),
        LAND..BONDS => {
            let free = index - LAND;
            let more = if free == LAND_FREE { " or more" } else { "" };
            format!("free square beside one player's stones with {free}{more} free")
        }
        BONDS => "pair of neighbouring stones".into(),
        _ => super::terrain::name(index),
    }
}
