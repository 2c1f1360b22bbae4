//! Zip archives to file sets.

use super::file_set::{FileSet, is_leftover};
use super::path::{extension, file_name};
use crate::diagnostics::{Diagnostic, Diagnostics};
use std::io::{Cursor, Read};
use std::sync::Arc;
use thiserror::Error;

/// Above this an archive is refused: it would not fit beside the meshes that come from it.
const MAX_EXPANDED: u64 = 1 << 30;

/// What an archive held.
#[derive(Clone, Debug, Default)]
pub struct Unzipped {
    pub files: FileSet,
    /// Entries that could not be read.
    pub diagnostics: Diagnostics,
}

#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ZipError {
    #[error("the zip archive cannot be read: {message}")]
    Broken { message: String },
    #[error("the zip archive expands to more than {} MiB", limit >> 20)]
    TooLarge {
        /// Bytes.
        limit: u64,
    },
    #[error("the zip archive holds no files that can be read")]
    Empty,
}

impl ZipError {
    /// What the user can do about it.
    pub fn mend(&self) -> &'static str {
        match self {
            Self::Broken { .. } => "Make the archive again, or give the unpacked folder.",
            Self::TooLarge { .. } => "Unpack it and give only the robot's own folders.",
            Self::Empty => "Give an archive without a password that holds the URDF and its meshes.",
        }
    }

    pub fn to_diagnostic(&self, file: &str) -> Diagnostic {
        let code = match self {
            Self::Broken { .. } => "zip-broken",
            Self::TooLarge { .. } => "zip-too-large",
            Self::Empty => "zip-empty",
        };
        Diagnostic::error(code, format!("{file}: {self}.")).mend(self.mend()).in_file(file)
    }
}

impl FileSet {
    /// Reads a zip archive. Back slashes in names become slashes; names are UTF-8 where they can be, whatever the
    /// archive's flag says; folders and system leftovers (`__MACOSX`, ...) are left out. An entry that cannot be read
    /// (encrypted, damaged, packed by a method other than store and deflate) is a diagnostic, and the rest is used.
    ///
    /// # Errors
    /// If it is no zip archive, expands to more than 1 GiB, or nothing in it can be read.
    pub fn from_zip(bytes: &[u8]) -> Result<Unzipped, ZipError> {
        unzip(bytes, MAX_EXPANDED)
    }

    /// Adds the files of one drop, as [`FileSet::add_files`] does, and unpacks zip archives among them. Archives within
    /// archives stay packed.
    pub fn add_drop(&mut self, files: impl IntoIterator<Item = (String, Arc<[u8]>)>) -> Diagnostics {
        let mut diagnostics = Diagnostics::default();
        for (path, bytes) in files {
            if !is_zip(&path, &bytes) {
                self.add_files([(path, bytes)]);
                continue;
            }
            match Self::from_zip(&bytes) {
                Ok(unzipped) => {
                    let name = file_name(&path);
                    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
                    self.add_set(unzipped.files, stem);
                    diagnostics.extend(unzipped.diagnostics);
                }
                Err(error) => diagnostics.push(error.to_diagnostic(&path)),
            }
        }
        diagnostics
    }
}

/// A zip archive by its content, unless its name says that it is something else that is packed in this way.
fn is_zip(path: &str, bytes: &[u8]) -> bool {
    let magic = bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06");
    magic && matches!(extension(path).as_str(), "zip" | "")
}

fn unzip(bytes: &[u8], limit: u64) -> Result<Unzipped, ZipError> {
    let broken = |error: &dyn std::fmt::Display| ZipError::Broken { message: error.to_string() };
    let mut archive = ::zip::ZipArchive::new(Cursor::new(bytes)).map_err(|e| broken(&e))?;
    let mut result = Unzipped::default();
    let mut left = limit;
    for number in 0..archive.len() {
        let mut entry = match archive.by_index(number) {
            Ok(entry) => entry,
            Err(error) => {
                result.diagnostics.push(unreadable(&format!("entry {}", number + 1), &error));
                continue;
            }
        };
        if entry.is_dir() {
            continue;
        }
        let name = match std::str::from_utf8(entry.name_raw()) {
            Ok(name) => name.to_owned(),
            Err(_) => entry.name().map(|n| n.into_owned()).unwrap_or_else(|_| format!("entry {}", number + 1)),
        };
        if is_leftover(&name) || name.ends_with(['/', '\\']) {
            continue;
        }
        // The size in the archive's directory may lie, so it only bounds what is reserved.
        let mut content = Vec::with_capacity(entry.size().min(left).min(1 << 20) as usize);
        match entry.by_ref().take(left + 1).read_to_end(&mut content) {
            Ok(_) if content.len() as u64 > left => return Err(ZipError::TooLarge { limit }),
            Ok(_) => {
                left -= content.len() as u64;
                result.files.insert(&name, content);
            }
            Err(error) => result.diagnostics.push(unreadable(&name, &error)),
        }
    }
    if result.files.is_empty() { Err(ZipError::Empty) } else { Ok(result) }
}

fn unreadable(name: &str, error: &dyn std::fmt::Display) -> Diagnostic {
    Diagnostic::warning("zip-entry-unreadable", format!("{name} in the zip archive cannot be read: {error}."))
        .mend("Unpack the archive and give the folder.")
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::io::Write;

    pub(in crate::intake) fn archive(entries: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ::zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in entries {
            writer.start_file(*name, ::zip::write::SimpleFileOptions::default()).unwrap();
            writer.write_all(content).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn back_slashes_and_leftovers() {
        let bytes = archive(&[
            ("robot\\urdf\\gr\u{fc}n.urdf", b"<robot/>"),
            ("__MACOSX/robot/._a.stl", b"x"),
            ("robot/meshes/a.stl", &[7; 1000]),
        ]);
        let unzipped = FileSet::from_zip(&bytes).unwrap();
        assert_eq!(unzipped.files.paths().collect::<Vec<_>>(), vec!["robot/meshes/a.stl", "robot/urdf/gr\u{fc}n.urdf"]);
        assert_eq!(unzipped.files.get("robot/meshes/a.stl").unwrap().len(), 1000);
        assert!(unzipped.diagnostics.is_empty());
    }

    #[test]
    fn zips_in_a_drop_are_unpacked() {
        let robot = archive(&[("urdf/robot.urdf", b"1")]);
        let other = archive(&[("urdf/robot.urdf", b"2")]);
        let mut files = FileSet::new();
        let found = files.add_drop([
            ("a.zip".to_owned(), Arc::from(robot)),
            ("b.zip".to_owned(), Arc::from(other)),
            ("notes.txt".to_owned(), Arc::from(&b"x"[..])),
            ("bad.zip".to_owned(), Arc::from(&b"PK\x03\x04"[..])),
        ]);
        assert_eq!(files.paths().collect::<Vec<_>>(), vec!["b/urdf/robot.urdf", "notes.txt", "urdf/robot.urdf"]);
        assert_eq!(found.iter().map(|d| d.code.as_str()).collect::<Vec<_>>(), vec!["zip-broken"]);
    }

    #[test]
    fn bombs_and_fragments() {
        let bytes = archive(&[("a.stl", &[0; 4000]), ("b.stl", &[0; 4000])]);
        assert_eq!(unzip(&bytes, 7999).unwrap_err(), ZipError::TooLarge { limit: 7999 });
        assert!(unzip(&bytes, 8000).is_ok());
        assert!(matches!(FileSet::from_zip(b"PK\x03\x04 no"), Err(ZipError::Broken { .. })));
        assert_eq!(FileSet::from_zip(&archive(&[])).unwrap_err(), ZipError::Empty);
        for end in 0..bytes.len() {
            assert!(FileSet::from_zip(&bytes[..end]).is_err());
        }
    }

    #[test]
    fn one_damaged_entry_does_not_take_the_rest() {
        let good = archive(&[("a.txt", b"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), ("b.txt", b"bcdefghijklmnopqrstuvw")]);
        // The first local header is 30 bytes and the name; flip the packed data behind it.
        let mut bad = good.clone();
        bad[37] ^= 0xff;
        let unzipped = FileSet::from_zip(&bad).unwrap();
        assert_eq!(unzipped.files.paths().collect::<Vec<_>>(), vec!["b.txt"]);
        assert_eq!(unzipped.diagnostics.len(), 1);
    }
}
