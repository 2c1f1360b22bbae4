//! The files the user gave, in memory.

use super::path::normalise;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Files by path. Paths use `/`, have no leading `/`, no `.` or `..` and keep their case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileSet {
    files: BTreeMap<String, Arc<[u8]>>,
}

impl FileSet {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file; a file of the same path is replaced. A path without a name (`""`, `"/"`) is left out.
    pub fn insert(&mut self, path: &str, bytes: impl Into<Arc<[u8]>>) {
        let path = normalise(path);
        if !path.is_empty() {
            self.files.insert(path, bytes.into());
        }
    }

    /// Adds the files of one more drop. A file of the same path is replaced: the user gave a newer one. System
    /// leftovers (`__MACOSX`, `.DS_Store`, ...) are left out.
    pub fn add_files<B: Into<Arc<[u8]>>>(&mut self, files: impl IntoIterator<Item = (String, B)>) {
        for (path, bytes) in files {
            if !is_leftover(&path) {
                self.insert(&path, bytes);
            }
        }
    }

    /// Adds another set. Where the two hold different files at one path, all of `other` goes into the folder `name`
    /// instead, so that nothing is lost: two zips of two robots may both hold `urdf/robot.urdf`.
    pub fn add_set(&mut self, other: FileSet, name: &str) {
        let clash = other.files.iter().any(|(path, bytes)| self.files.get(path).is_some_and(|own| own != bytes));
        for (path, bytes) in other.files {
            if clash {
                self.insert(&format!("{name}/{path}"), bytes);
            } else {
                self.files.insert(path, bytes);
            }
        }
    }

    pub fn remove(&mut self, path: &str) -> Option<Arc<[u8]>> {
        self.files.remove(path)
    }

    pub fn get(&self, path: &str) -> Option<&Arc<[u8]>> {
        self.files.get(path)
    }

    pub fn contains(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// In order of their paths.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Arc<[u8]>)> {
        self.files.iter().map(|(path, bytes)| (path.as_str(), bytes))
    }

    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    pub fn len(&self) -> usize {
        self.files.len()
    }

    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The length of all files together, in bytes.
    pub fn total_bytes(&self) -> u64 {
        self.files.values().map(|bytes| bytes.len() as u64).sum()
    }
}

/// Files that systems leave in folders and archives, and what version control keeps for itself.
pub(super) fn is_leftover(path: &str) -> bool {
    path.split(['/', '\\']).any(|part| {
        matches!(part, "__MACOSX" | ".DS_Store" | "Thumbs.db" | "desktop.ini" | ".git" | ".svn" | ".hg")
            || part.starts_with("._")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn successive_drops_join() {
        let mut files = FileSet::new();
        files.add_files([("robot/urdf/a.urdf".to_owned(), &b"1"[..]), ("robot/.DS_Store".to_owned(), &b"x"[..])]);
        files.add_files([("robot\\meshes\\a.stl".to_owned(), &b"2"[..]), ("robot/urdf/a.urdf".to_owned(), &b"3"[..])]);
        assert_eq!(files.paths().collect::<Vec<_>>(), vec!["robot/meshes/a.stl", "robot/urdf/a.urdf"]);
        assert_eq!(&files.get("robot/urdf/a.urdf").unwrap()[..], b"3");
        assert_eq!(files.total_bytes(), 2);
    }

    #[test]
    fn sets_that_clash_stay_apart() {
        let set = |text: &[u8]| {
            let mut files = FileSet::new();
            files.insert("urdf/robot.urdf", text);
            files
        };
        let mut files = set(b"1");
        files.add_set(set(b"1"), "again");
        assert_eq!(files.len(), 1);
        files.add_set(set(b"2"), "other");
        assert_eq!(files.paths().collect::<Vec<_>>(), vec!["other/urdf/robot.urdf", "urdf/robot.urdf"]);
    }
}
