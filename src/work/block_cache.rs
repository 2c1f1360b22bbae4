//! A cache of free blocks per thread in front of the system's allocator.
//!
//! With threads the system allocator of wasm32 is one lock, and work that allocates gets slower with every thread.
//! Here each thread keeps the small blocks it has freed, by size class, and takes them again without a lock.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ptr;

/// Classes are the powers of two from 16 bytes to 32 KiB.
const CLASSES: usize = 12;
const SMALLEST: usize = 16;
const LARGEST: usize = SMALLEST << (CLASSES - 1);
/// Bytes that one class of one thread keeps at the most.
const KEPT_BYTES: usize = 128 * 1024;

/// A free block: its first bytes point to the next one.
struct Free {
    next: *mut Free,
}

struct Cache {
    heads: [*mut Free; CLASSES],
    counts: [usize; CLASSES],
}

thread_local! {
    // Const-initialised and without a destructor: reading it never allocates, so the allocator may use it.
    static CACHE: UnsafeCell<Cache> =
        const { UnsafeCell::new(Cache { heads: [ptr::null_mut(); CLASSES], counts: [0; CLASSES] }) };
}

/// The allocator of the page; a unit value to be named in `#[global_allocator]`.
pub struct BlockCache;

/// The class whose blocks hold `layout`, `None` if it is too large or too strictly aligned.
fn class_of(layout: &Layout) -> Option<usize> {
    if layout.align() > SMALLEST || layout.size() > LARGEST || layout.size() == 0 {
        return None;
    }
    let size = layout.size().max(SMALLEST).next_power_of_two();
    Some((size / SMALLEST).trailing_zeros() as usize)
}

fn class_layout(class: usize) -> Layout {
    // SAFETY: the alignment is a power of two and the size at most 32 KiB.
    unsafe { Layout::from_size_align_unchecked(SMALLEST << class, SMALLEST) }
}

// SAFETY: every block handed out comes from `System` with the layout of its class (or its own layout when it has no
// class) and goes back with the same: the class depends on the requested layout alone, which alloc and dealloc share.
// A cache is touched by its own thread only, and nothing in between can call the allocator again.
unsafe impl GlobalAlloc for BlockCache {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some(class) = class_of(&layout) else {
            // SAFETY: the caller's contract.
            return unsafe { System.alloc(layout) };
        };
        let cached = CACHE.try_with(|cache| {
            // SAFETY: this thread's own cache, no other reference is alive.
            let cache = unsafe { &mut *cache.get() };
            let head = cache.heads[class];
            if !head.is_null() {
                // SAFETY: a block in the list is free, aligned to 16 and at least 16 bytes long.
                cache.heads[class] = unsafe { (*head).next };
                cache.counts[class] -= 1;
            }
            head.cast::<u8>()
        });
        match cached {
            Ok(block) if !block.is_null() => block,
            // SAFETY: the layout has a positive size.
            _ => unsafe { System.alloc(class_layout(class)) },
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        let Some(class) = class_of(&layout) else {
            // SAFETY: the caller's contract.
            return unsafe { System.dealloc(block, layout) };
        };
        let kept = CACHE.try_with(|cache| {
            // SAFETY: this thread's own cache, no other reference is alive.
            let cache = unsafe { &mut *cache.get() };
            if (cache.counts[class] + 1) * (SMALLEST << class) > KEPT_BYTES {
                return false;
            }
            let free = block.cast::<Free>();
            // SAFETY: the block is free now, aligned to 16 and at least 16 bytes long.
            unsafe { free.write(Free { next: cache.heads[class] }) };
            cache.heads[class] = free;
            cache.counts[class] += 1;
            true
        });
        if kept != Ok(true) {
            // SAFETY: the block was allocated with the layout of its class.
            unsafe { System.dealloc(block, class_layout(class)) };
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: the caller guarantees that the size, rounded up to the alignment, does not overflow.
        let new_layout = unsafe { Layout::from_size_align_unchecked(new_size, layout.align()) };
        match (class_of(&layout), class_of(&new_layout)) {
            (Some(old), Some(new)) if old == new => block,
            // SAFETY: the caller's contract.
            (None, None) => unsafe { System.realloc(block, layout, new_size) },
            _ => {
                // SAFETY: the new size is positive by the caller's contract; both blocks hold the copied bytes and do
                // not overlap.
                unsafe {
                    let new = self.alloc(new_layout);
                    if !new.is_null() {
                        ptr::copy_nonoverlapping(block, new, layout.size().min(new_size));
                        self.dealloc(block, layout);
                    }
                    new
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_the_next_power_of_two() {
        let class = |size, align| class_of(&Layout::from_size_align(size, align).unwrap());
        assert_eq!(class(1, 1), Some(0));
        assert_eq!(class(16, 16), Some(0));
        assert_eq!(class(17, 8), Some(1));
        assert_eq!(class(32 * 1024, 8), Some(11));
        assert_eq!(class(32 * 1024 + 1, 8), None);
        assert_eq!(class(64, 32), None);
        for class in 0..CLASSES {
            assert_eq!(class_of(&class_layout(class)), Some(class));
        }
    }

    /// Blocks of all sizes, resized and freed on another thread than the one that made them, keep their bytes.
    #[test]
    fn blocks_keep_their_bytes_across_threads() {
        let stamp = |i: usize| (i * 131 % 251) as u8;
        let blocks: Vec<(usize, Layout)> = (0..4000)
            .map(|i| {
                let layout = Layout::from_size_align(1 + i * 17 % 40_000, 1 << (i % 6)).unwrap();
                // SAFETY: sizes are positive; the block is written within its size.
                unsafe {
                    let block = BlockCache.alloc(layout);
                    assert!(!block.is_null() && (block as usize).is_multiple_of(layout.align()));
                    block.write_bytes(stamp(i), layout.size());
                    (block as usize, layout)
                }
            })
            .collect();
        std::thread::spawn(move || {
            for (i, (address, layout)) in blocks.into_iter().enumerate() {
                let size = 1 + layout.size() * (i % 3 + 1) / 2;
                // SAFETY: the block is alive with this layout; reads stay within both sizes.
                unsafe {
                    let block = BlockCache.realloc(address as *mut u8, layout, size);
                    for at in [0, size.min(layout.size()) - 1] {
                        assert_eq!(*block.add(at), stamp(i));
                    }
                    BlockCache.dealloc(block, Layout::from_size_align(size, layout.align()).unwrap());
                }
            }
        })
        .join()
        .unwrap();
    }
}
