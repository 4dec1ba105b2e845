//! The one way out: every line is written whole and entered in the logs.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long lines that may wait are kept back for others to come with them.
const PATIENCE: Duration = Duration::from_millis(5);

/// Where replies go.
#[derive(Debug)]
pub struct Output<W: Write> {
    writer: BufWriter<W>,
    log: Option<File>,
    /// When the lines that were written have to go out; `None` when there are none.
    due: Option<Instant>,
}

impl<W: Write> Output<W> {
    /// Replies go to `writer`.
    pub fn new(writer: W) -> Self {
        Self { writer: BufWriter::new(writer), log: None, due: None }
    }

    /// Appends the dialogue to the file of that name from now on; without one, no longer.
    ///
    /// # Errors
    /// The file cannot be opened. The dialogue goes where it went before.
    pub fn set_log(&mut self, path: Option<&Path>) -> io::Result<()> {
        self.log = path.map(open_log).transpose()?;
        Ok(())
    }

    /// Writes a line. It goes out with the next [`Output::flush`] at the latest: lines that come together wake the client
    /// once.
    ///
    /// # Errors
    /// Nobody can read it any more.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        self.due = Some(Instant::now());
        self.write(text)
    }

    /// Writes a line that nobody acts upon, so that it may go out a few milliseconds later.
    ///
    /// # Errors
    /// Nobody can read it any more.
    pub fn line_that_may_wait(&mut self, text: &str) -> io::Result<()> {
        self.due.get_or_insert_with(|| Instant::now() + PATIENCE);
        self.write(text)
    }

    /// How long what was written may still be kept back.
    pub fn patience(&self) -> Duration {
        self.due.map_or(Duration::ZERO, |due| due.saturating_duration_since(Instant::now()))
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        debug_assert!(text.trim_end() == text && !text.contains('\n'), "{text:?} is no line");
        self.record("<<", text);
        self.writer.write_all(text.as_bytes())?;
        self.writer.write_all(b"\n")
    }

    /// Sends what was written.
    ///
    /// # Errors
    /// Nobody can read it any more.
    pub fn flush(&mut self) -> io::Result<()> {
        self.due = None;
        self.writer.flush()
    }

    /// Enters a line of input in the logs.
    pub fn heard(&mut self, text: &str) {
        self.record(">>", text);
    }

    fn record(&mut self, direction: &str, text: &str) {
        log::debug!("{direction} {text}");
        if let Some(file) = &mut self.log
            && let Err(reason) = file.write_all(format!("{direction} {text}\n").as_bytes())
        {
            log::warn!("the debug log file cannot be written any more: {reason}");
            self.log = None;
        }
    }
}

/// Opens a file to append to. What is no file, such as a pipe that nobody reads, could block for ever.
fn open_log(path: &Path) -> io::Result<File> {
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return Err(io::Error::other("not a file"));
    }
    OpenOptions::new().create(true).append(true).open(path)
}
