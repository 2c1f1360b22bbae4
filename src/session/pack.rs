//! Named pieces of bytes in one record.
//!
//! Layout: the magic word, then per piece the length of its name (u32), the name, the length of its content (u64), the
//! content; all little-endian.

use crate::intake::FileSet;

const MAGIC: &[u8; 8] = b"noclash\x01";

/// Writes pieces one after the other.
pub(super) struct Packer {
    out: Vec<u8>,
}

impl Packer {
    pub fn new(capacity: usize) -> Self {
        let mut out = Vec::with_capacity(capacity + MAGIC.len());
        out.extend_from_slice(MAGIC);
        Self { out }
    }

    pub fn add(&mut self, name: &str, content: &[u8]) {
        self.out.extend_from_slice(&(name.len() as u32).to_le_bytes());
        self.out.extend_from_slice(name.as_bytes());
        self.out.extend_from_slice(&(content.len() as u64).to_le_bytes());
        self.out.extend_from_slice(content);
    }

    pub fn finish(self) -> Vec<u8> {
        self.out
    }
}

/// The pieces of a record; `None` if it is not one, or is cut off.
pub(super) fn unpack(record: &[u8]) -> Option<Vec<(&str, &[u8])>> {
    let mut rest = record.strip_prefix(MAGIC)?;
    let mut pieces = Vec::new();
    while !rest.is_empty() {
        let name_len = u32::from_le_bytes(take(&mut rest, 4)?.try_into().ok()?);
        let name = std::str::from_utf8(take(&mut rest, usize::try_from(name_len).ok()?)?).ok()?;
        let len = u64::from_le_bytes(take(&mut rest, 8)?.try_into().ok()?);
        pieces.push((name, take(&mut rest, usize::try_from(len).ok()?)?));
    }
    Some(pieces)
}

fn take<'a>(rest: &mut &'a [u8], len: usize) -> Option<&'a [u8]> {
    let (head, tail) = rest.split_at_checked(len)?;
    *rest = tail;
    Some(head)
}

/// Files as one record.
pub(super) fn pack_files(files: &FileSet) -> Vec<u8> {
    let size = files.iter().map(|(path, bytes)| path.len() + bytes.len() + 12).sum();
    let mut packer = Packer::new(size);
    for (path, bytes) in files.iter() {
        packer.add(path, bytes);
    }
    packer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn pieces_come_back(pieces in prop::collection::vec((".*", prop::collection::vec(any::<u8>(), 0..40)), 0..6)) {
            let mut packer = Packer::new(0);
            for (name, content) in &pieces {
                packer.add(name, content);
            }
            let record = packer.finish();
            let back = unpack(&record).unwrap();
            let given: Vec<_> = pieces.iter().map(|(name, content)| (name.as_str(), content.as_slice())).collect();
            prop_assert_eq!(back, given);
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..80), cut in 0usize..80) {
            let mut record = MAGIC.to_vec();
            record.extend_from_slice(&bytes);
            let _ = unpack(&record);
            let _ = unpack(&record[..cut.min(record.len())]);
        }
    }
}
