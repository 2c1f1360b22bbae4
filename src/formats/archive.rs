//! Several files in one zip, with the same bytes for the same content.

use super::FormatError;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// A zip that grows file by file, so that a large one can be written in slices. All files carry the same fixed time.
pub struct Archive {
    writer: ZipWriter<Cursor<Vec<u8>>>,
}

impl Default for Archive {
    fn default() -> Self {
        Self { writer: ZipWriter::new(Cursor::new(Vec::new())) }
    }
}

impl Archive {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file. Fails if the name was used before.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), FormatError> {
        // Matrices shrink to a third already at a low level, and the browser's user waits for it.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(3))
            .last_modified_time(DateTime::default())
            .unix_permissions(0o644);
        self.writer.start_file(name, options).map_err(failed)?;
        self.writer.write_all(bytes).map_err(failed)
    }

    pub fn finish(self) -> Result<Vec<u8>, FormatError> {
        self.writer.finish().map(Cursor::into_inner).map_err(failed)
    }
}

/// All `files` (name, content), in their order.
pub fn write_zip<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Result<Vec<u8>, FormatError> {
    let mut archive = Archive::new();
    for (name, bytes) in files {
        archive.add(name, bytes)?;
    }
    archive.finish()
}

fn failed(error: impl std::fmt::Display) -> FormatError {
    FormatError::Archive { what: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn holds_what_was_put_in_and_repeats_its_bytes() {
        let files: [(&str, &[u8]); 2] = [("木.link_hulls.json", b"{}"), ("b.yaml", &[7; 5000])];
        let zip = write_zip(files).unwrap();
        assert_eq!(zip, write_zip(files).unwrap());
        let mut archive = zip::ZipArchive::new(Cursor::new(zip)).unwrap();
        assert_eq!(archive.len(), 2);
        for (k, (name, bytes)) in files.into_iter().enumerate() {
            let mut entry = archive.by_index(k).unwrap();
            assert_eq!(entry.name().unwrap(), name);
            let modified = entry.last_modified().unwrap();
            assert_eq!((modified.year(), modified.month(), modified.day()), (1980, 1, 1));
            let mut content = Vec::new();
            entry.read_to_end(&mut content).unwrap();
            assert_eq!(content, bytes);
        }
    }

    #[test]
    fn a_name_may_be_used_once() {
        assert!(matches!(write_zip([("a", &b""[..]), ("a", &b""[..])]), Err(FormatError::Archive { .. })));
    }
}
