//! What the page keeps on its main thread.

use noclash::panels::UiState;
use noclash::session::Session;
use noclash::work::Mode;
use std::cell::RefCell;
use web_time::{Duration, Instant};

/// The session and what belongs to showing it.
pub struct Page {
    pub session: Session,
    pub ui: UiState,
    /// Grows when the user asks to frame the robot or the selection.
    pub frame_requests: u64,
    /// The longest poll of the session since the last reset, seconds.
    pub longest_poll: f64,
    /// Longest and mean main-thread time of an update since the last reset, seconds, and their number.
    pub longest_update: f64,
    pub updates: u64,
    /// The next update forgets the times so far.
    pub reset_times: bool,
    waker: Option<Box<dyn Fn()>>,
    last_wake: Option<Instant>,
}

thread_local! {
    static PAGE: RefCell<Option<Page>> = const { RefCell::new(None) };
}

/// How often a change that nobody asked for (progress, live distances) is drawn.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// Makes the page's state; called once, before the first frame.
pub fn create(mode: Mode) {
    PAGE.with_borrow_mut(|page| {
        *page = Some(Page {
            session: Session::new(mode),
            ui: UiState::default(),
            frame_requests: 0,
            longest_poll: 0.0,
            longest_update: 0.0,
            updates: 0,
            reset_times: false,
            waker: None,
            last_wake: None,
        });
    });
}

/// Runs `f` on the page's state; `None` before [`create`] and within another call.
pub fn with<T>(f: impl FnOnce(&mut Page) -> T) -> Option<T> {
    PAGE.with(|page| page.try_borrow_mut().ok().and_then(|mut page| page.as_mut().map(f)))
}

impl Page {
    pub fn set_waker(&mut self, waker: Box<dyn Fn()>) {
        self.waker = Some(waker);
    }

    /// Asks for a frame now.
    pub fn wake(&mut self) {
        self.last_wake = Some(Instant::now());
        if let Some(waker) = &self.waker {
            waker();
        }
    }

    /// Asks for a frame unless one was asked for a moment ago.
    pub fn wake_for_progress(&mut self) {
        if self.last_wake.is_none_or(|last| last.elapsed() >= PROGRESS_INTERVAL) {
            self.wake();
        }
    }

    /// Advances the session; true if something changed that is worth a frame.
    pub fn poll(&mut self, budget: Duration) -> bool {
        let started = Instant::now();
        let before = self.session.versions();
        let busy = self.session.is_busy();
        self.session.poll(started + budget);
        self.longest_poll = self.longest_poll.max(started.elapsed().as_secs_f64());
        before != self.session.versions() || busy != self.session.is_busy()
    }
}
