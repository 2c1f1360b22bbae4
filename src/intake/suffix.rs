//! Files that end as a wanted path ends.

use super::file_set::FileSet;
use super::path::{file_name, shared_parts};
use std::collections::BTreeMap;

/// Files by the lower-case form of their names.
pub(super) struct NameIndex<'a> {
    files: &'a FileSet,
    by_name: BTreeMap<String, Vec<&'a str>>,
}

/// What a search came to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Search<'a> {
    One {
        path: &'a str,
        case_differs: bool,
        matched: usize,
    },
    /// Several files fit equally and differ in content.
    Several(Vec<&'a str>),
    Nothing,
}

impl<'a> NameIndex<'a> {
    pub(super) fn new(files: &'a FileSet) -> Self {
        let mut by_name: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for path in files.paths() {
            by_name.entry(file_name(path).to_lowercase()).or_default().push(path);
        }
        Self { files, by_name }
    }

    /// Files of this name, whatever the case of their letters.
    pub(super) fn named(&self, name: &str) -> &[&'a str] {
        self.by_name.get(&name.to_lowercase()).map_or(&[], Vec::as_slice)
    }

    /// Files whose names differ from `name` in their extension only.
    pub(super) fn same_stem(&self, name: &str) -> Vec<&'a str> {
        let stem = |name: &str| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_lowercase();
        let wanted = stem(name);
        let range = self.by_name.range(wanted.clone()..).take_while(|(name, _)| name.starts_with(&wanted));
        range.filter(|(name, _)| stem(name) == wanted).flat_map(|(_, paths)| paths.iter().copied()).collect()
    }

    /// The file at exactly this path, or the only one whose path differs in case.
    pub(super) fn at(&self, path: &str, near: &str) -> Search<'a> {
        let named = self.named(file_name(path));
        if let Some(exact) = named.iter().find(|p| **p == path) {
            return Search::One { path: exact, case_differs: false, matched: 0 };
        }
        let lower = path.to_lowercase();
        self.choose(named.iter().copied().filter(|p| p.to_lowercase() == lower).collect(), near, true, 0)
    }

    /// The file that shares the longest run of last parts with `wanted`. `fits(path, matched)` says whether a match
    /// of that many parts may be used. Matches in the same case come first.
    pub(super) fn by_suffix(&self, wanted: &str, near: &str, fits: impl Fn(&str, usize) -> bool) -> Search<'a> {
        let lower = wanted.to_lowercase();
        for case_differs in [false, true] {
            let mut best = 0;
            let mut hits = Vec::new();
            for path in self.named(file_name(wanted)) {
                let matched =
                    if case_differs { shared_end(&path.to_lowercase(), &lower) } else { shared_end(path, wanted) };
                if matched == 0 || matched < best || !fits(path, matched) {
                    continue;
                }
                if matched > best {
                    best = matched;
                    hits.clear();
                }
                hits.push(*path);
            }
            let found = self.choose(hits, near, case_differs, best);
            if found != Search::Nothing {
                return found;
            }
        }
        Search::Nothing
    }

    /// One of several files: the nearest to `near` if it is nearer than all others or if all are the same file.
    pub(super) fn choose(&self, mut hits: Vec<&'a str>, near: &str, case_differs: bool, matched: usize) -> Search<'a> {
        hits.sort_by_key(|path| (usize::MAX - shared_parts(path, near), path.len(), *path));
        match *hits.as_slice() {
            [] => Search::Nothing,
            [path] => Search::One { path, case_differs, matched },
            [first, second, ..] => {
                let nearer = shared_parts(first, near) > shared_parts(second, near);
                let same = hits.iter().all(|path| self.files.get(path) == self.files.get(first));
                if nearer || same { Search::One { path: first, case_differs, matched } } else { Search::Several(hits) }
            }
        }
    }
}

/// The number of last parts that two paths share.
pub(super) fn shared_end(a: &str, b: &str) -> usize {
    a.rsplit('/').zip(b.rsplit('/')).take_while(|(a, b)| a == b).count()
}
