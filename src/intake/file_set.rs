//! The files the user gave, in memory.

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

    /// Adds a file; a file of the same path is replaced.
    pub fn insert(&mut self, path: &str, bytes: impl Into<Arc<[u8]>>) {
        self.files.insert(normalise(path), bytes.into());
    }

    pub fn get(&self, path: &str) -> Option<&Arc<[u8]>> {
        self.files.get(path)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &Arc<[u8]>)> {
        self.files.iter().map(|(path, bytes)| (path.as_str(), bytes))
    }

    pub fn len(&self) -> usize {
        self.files.len()
    }

    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}

fn normalise(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}
