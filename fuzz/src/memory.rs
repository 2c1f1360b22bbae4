//! Counts what is allocated, and the most at once.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Above this an allocation fails, which ends the process with the input kept (bytes).
const REFUSED: usize = 3 << 30;

struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static START: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: hands everything on to the system's allocator, or fails as an allocator may.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        if now > REFUSED {
            return std::ptr::null_mut();
        }
        PEAK.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: `at` came from `System` by way of `alloc`.
        unsafe { System.dealloc(at, layout) }
    }
}

/// Begins to count for one input.
pub fn begin() {
    let now = NOW.load(Ordering::Relaxed);
    START.store(now, Ordering::Relaxed);
    PEAK.store(now, Ordering::Relaxed);
}

/// The most that was held at once since [`begin`], beyond what was held then (bytes).
pub fn peak() -> usize {
    PEAK.load(Ordering::Relaxed).saturating_sub(START.load(Ordering::Relaxed))
}
