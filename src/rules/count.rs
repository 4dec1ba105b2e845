//! How many legal moves there are, without looking at each destination.

use super::bitboard::Bitboard;
use super::movegen::count_setups;
use super::position::Position;
use super::rays::queen;

impl Position {
    /// The number of legal moves; 0 once the game is over.
    pub fn count_moves(&self) -> u64 {
        if self.winner().is_some() {
            return 0;
        }
        if self.is_setup() {
            return count_setups(self.setup_squares(), self.variant().share(self.side()));
        }
        count_shots(self.shooters(), self.empty())
    }
}

fn count_shots(shooters: Bitboard, empty: Bitboard) -> u64 {
    let mut total = 0;
    let mut standing = Bitboard::EMPTY;
    for from in shooters {
        let reach = queen(from, empty);
        standing |= reach;
        for to in reach {
            total += queen(to, empty | from.into()).count();
        }
    }
    (total + standing.count()).into()
}
