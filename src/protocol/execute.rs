//! What each command does.

use std::io::Write;
use std::time::{Duration, Instant};

use super::command::{Command, Query};
use super::game::{Game, GameError};
use super::go::{Go, unknown_words};
use super::help;
use super::job::Job;
use super::options::{Setting, read_setting};
use super::reply;
use super::session::{Ending, Session, SessionError};
use crate::notation::{quote, read_move, write_fen};
use crate::rules::Color;
use crate::search::{Effort, Outcome, Request};
use crate::tools::{Method, describe, eval_table};

impl<W: Write> Session<W> {
    /// Does what `command` says, which was read at `at`.
    pub(super) fn execute(&mut self, command: Command, at: Instant) -> Result<(), SessionError> {
        match command {
            Command::Handshake(dialect) => {
                self.dialect = dialect;
                self.say_all(dialect.handshake())
            }
            Command::IsReady => self.say("readyok"),
            Command::NewGame => {
                if let Some(searcher) = &mut self.searcher {
                    searcher.clear();
                }
                self.game = Game::new(self.options.variant);
                Ok(())
            }
            Command::Position { fen, moves } => {
                let done = self.game.set(fen.as_deref(), self.options.variant, &moves);
                self.report_failure(done)
            }
            Command::Moves(moves) => {
                let done = self.game.play(&moves);
                self.report_failure(done)
            }
            Command::Query(query) => self.answer_query(&query),
            Command::Go(go) => self.go(&go, at),
            Command::Stop => self.stop(),
            Command::PonderHit => {
                if let Some(job) = &mut self.job {
                    job.ponder_hit(at);
                }
                self.answer_if_allowed()
            }
            Command::SetOption { name, value } => match read_setting(&name, value.as_deref()) {
                Ok(setting) => self.set(setting),
                Err(reason) => self.complain(&reason),
            },
            Command::Debug(on) => {
                self.debug = on;
                Ok(())
            }
            Command::Quit => {
                self.ending = Ending::Quit;
                self.waiting.clear();
                self.stop()
            }
            Command::Display => self.say_all(describe(self.game.position(), self.colour)),
            Command::Eval => self.say_all(eval_table(self.game.position())),
            Command::Legal => {
                let moves = self.game.position().moves();
                let words = moves.iter().map(|mv| format!(" {mv}"));
                let line = format!("legal {}{}", moves.len(), words.collect::<String>());
                self.say(&line)
            }
            Command::Perft { depth, method } => self.perft(depth, method),
            Command::Flip => {
                let done = self.game.flip();
                self.report_failure(done)
            }
            Command::Undo => {
                let done = self.game.undo();
                self.report_failure(done)
            }
            Command::Bench => {
                let job = self.job.insert(Job::count());
                job.start_bench(&self.sender).map_err(SessionError::Thread)?;
                self.started()
            }
            Command::Compiler => self.say_all(help::build()),
            Command::Help(topic) => match help::help(topic.as_deref()) {
                Ok(lines) => self.say_all(lines),
                Err(reason) => self.complain(&reason),
            },
        }
    }

    fn answer_query(&mut self, query: &Query) -> Result<(), SessionError> {
        let position = self.game.position();
        let answer = match query {
            Query::BlackToMove => reply::response(position.side() == Color::Black),
            Query::GameOver => reply::response(position.winner().is_some()),
            Query::Result => reply::response(reply::result(position.winner())),
            Query::Fen => reply::response(write_fen(position)),
            Query::Legal(word) => reply::response(read_move(word, position).is_ok()),
            Query::Unknown => reply::response("unknown"),
        };
        self.say(&answer)
    }

    fn go(&mut self, go: &Go, asked: Instant) -> Result<(), SessionError> {
        if let Some(words) = &go.unknown {
            self.complain(&unknown_words(words))?;
        }
        if let Some(depth) = go.perft {
            return self.perft(depth, Method::Counting);
        }
        let position = *self.game.position();
        let limits = match go.limits(&position, self.dialect) {
            Ok(limits) => limits,
            Err(reason) => return self.refuse_go(&reason),
        };
        let mut request = Request { asked, ..Request::new(limits) };
        self.options.fill(&mut request);
        if self.debug {
            self.say(&reply::info_string(&format!("searching {} with {:?}", write_fen(&position), request.limits)))?;
        }
        let job = self.job.insert(Job::search(&request, go.ponder, go.infinite));
        if position.winner().is_some() {
            // There is nothing to search, but `go infinite` must not answer yet.
            let effort = Effort { nodes: 0, time: Duration::ZERO, hashfull: 0 };
            job.keep(Outcome { best: None, lines: Vec::new(), effort });
        } else if let Some(searcher) = self.searcher.take() {
            job.start_search(searcher, position, request, &self.sender).map_err(SessionError::Thread)?;
        }
        self.started()
    }

    fn perft(&mut self, depth: u32, method: Method) -> Result<(), SessionError> {
        let job = self.job.insert(Job::count());
        job.start_perft(*self.game.position(), depth, method, &self.sender).map_err(SessionError::Thread)?;
        self.started()
    }

    /// Brings a new value into force, or keeps the old one and says why.
    fn set(&mut self, setting: Setting) -> Result<(), SessionError> {
        let Some(searcher) = &mut self.searcher else { return Ok(()) };
        match &setting {
            Setting::Hash(mebibytes) => {
                if let Err(reason) = searcher.resize(*mebibytes) {
                    return self.complain(&reason);
                }
            }
            Setting::Threads(threads) => searcher.set_threads(*threads),
            Setting::ClearHash => searcher.clear(),
            Setting::LogFile(path) => {
                if let Err(reason) = self.out.set_log(path.as_deref()) {
                    let name = path.as_deref().map(|path| path.display().to_string()).unwrap_or_default();
                    let name = quote(&name);
                    return self.complain(&format_args!("Debug Log File {name} cannot be opened: {reason}"));
                }
            }
            _ => (),
        }
        self.options.apply(setting);
        Ok(())
    }

    fn report_failure(&mut self, done: Result<(), GameError>) -> Result<(), SessionError> {
        done.or_else(|reason| self.complain(&reason))
    }
}
