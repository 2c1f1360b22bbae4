//! Mesh URIs to files.

use super::file_set::FileSet;
use super::path::{ancestors, file_name, folder, is_in, join};
use super::suffix::{NameIndex, Search};
use super::tags::{TagEvent, Tags};
use super::uri::{Target, parse};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How a file was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FoundBy {
    /// At its path relative to the URDF.
    Path,
    /// At its path relative to a folder above the URDF.
    FolderAbove,
    /// In the package whose `package.xml` has this name.
    PackageXml,
    /// In the folder that has the package's name.
    PackageFolder,
    /// By the end of its path: that many parts agree.
    Suffix(u32),
    /// By its file name alone; no other file has it.
    FileName,
}

impl FoundBy {
    /// A few words for people.
    pub fn label(self) -> String {
        match self {
            Self::Path => "at its path".into(),
            Self::FolderAbove => "from a folder above the URDF".into(),
            Self::PackageXml => "by package.xml".into(),
            Self::PackageFolder => "by the package's folder".into(),
            Self::Suffix(parts) => format!("by the last {parts} parts of its path"),
            Self::FileName => "by its file name alone".into(),
        }
    }
}

/// A file that stands for a URI.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// Path within the file set.
    pub path: String,
    pub by: FoundBy,
    /// Path and URI differ in upper and lower case.
    pub case_differs: bool,
}

/// Why a URI leads to no file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unresolved {
    /// The URI is empty.
    Empty,
    /// No file fits. `looked_for`: the paths that were tried; `similar`: files that the user may have meant.
    Missing { looked_for: Vec<String>, similar: Vec<String> },
    /// Several files fit equally.
    Ambiguous { files: Vec<String> },
}

/// Finds the files that URIs name. Makes its indices once per file set.
pub struct Resolver<'a> {
    index: NameIndex<'a>,
    /// Folders that hold a `package.xml`, by the name it gives.
    packages: BTreeMap<String, Vec<&'a str>>,
    /// Folders by their last part.
    folders: BTreeMap<&'a str, Vec<&'a str>>,
}

/// Resolves one URI of the file at `from`. For many URIs make a [`Resolver`] once.
pub fn resolve_uri(files: &FileSet, uri: &str, from: &str) -> Result<Found, Unresolved> {
    Resolver::new(files).resolve(uri, from)
}

impl<'a> Resolver<'a> {
    pub fn new(files: &'a FileSet) -> Self {
        let mut packages: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        let mut folders: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut last = "";
        for (path, bytes) in files.iter() {
            if file_name(path).eq_ignore_ascii_case("package.xml")
                && let Some(name) = package_name(bytes)
            {
                packages.entry(name).or_default().push(folder(path));
            }
            // Paths come in order, so that most files share the folder of the one before.
            let own = folder(path);
            if own != last {
                for above in ancestors(own).filter(|f| !f.is_empty()) {
                    let known = folders.entry(file_name(above)).or_default();
                    if known.contains(&above) {
                        break;
                    }
                    known.push(above);
                }
                last = own;
            }
        }
        Self { index: NameIndex::new(files), packages, folders }
    }

    /// The folders of a package: by `package.xml` if there is one, else by the folders' names.
    pub fn package_roots(&self, package: &str) -> (&[&'a str], FoundBy) {
        match self.packages.get(package) {
            Some(roots) => (roots, FoundBy::PackageXml),
            None => (self.folders.get(package).map_or(&[], Vec::as_slice), FoundBy::PackageFolder),
        }
    }

    /// Names of the packages that have a `package.xml`.
    pub fn package_names(&self) -> impl Iterator<Item = &str> {
        self.packages.keys().map(String::as_str)
    }

    /// The file that `uri`, written in the file at `from` (a path within the set), names.
    ///
    /// In this order: the package's folder by `package.xml`, then by folder name; the path relative to `from`, then to
    /// the folders above it; the longest end of the path that fits. Each step tries the letters' case as written
    /// before any other. A file name alone decides only if one file has it.
    ///
    /// # Errors
    /// If no file fits, or several fit equally well and differ in content.
    pub fn resolve(&self, uri: &str, from: &str) -> Result<Found, Unresolved> {
        let found = self.resolve_as_written(uri, from);
        if found.is_err() && uri.contains('%') {
            let decoded = crate::mesh::percent_decoded(uri);
            if decoded != uri
                && let Ok(found) = self.resolve_as_written(&decoded, from)
            {
                return Ok(found);
            }
        }
        found
    }

    fn resolve_as_written(&self, uri: &str, from: &str) -> Result<Found, Unresolved> {
        let mut looked_for = Vec::new();
        match parse(uri) {
            Target::Package { package, path } => {
                if path.is_empty() {
                    return Err(Unresolved::Empty);
                }
                let known = self.in_package(&package, &path, from, &mut looked_for)?;
                match known {
                    Some(found) => Ok(found),
                    None => self.by_end(&format!("{package}/{path}"), Origin::Package(&package), from, looked_for),
                }
            }
            Target::Absolute { path } | Target::Remote { path } => {
                if path.is_empty() {
                    return Err(Unresolved::Empty);
                }
                // A part of the path may be a package that is here.
                for (at, _) in path.match_indices('/') {
                    let (before, rest) = (&path[..at], &path[at + 1..]);
                    if self.packages.contains_key(file_name(before))
                        && let Some(found) = self.in_package(file_name(before), rest, from, &mut looked_for)?
                    {
                        return Ok(found);
                    }
                }
                self.by_end(&path, Origin::Elsewhere, from, looked_for)
            }
            Target::Relative { path } => self.relative(&path, from, looked_for),
        }
    }

    fn in_package(
        &self,
        package: &str,
        path: &str,
        from: &str,
        looked_for: &mut Vec<String>,
    ) -> Result<Option<Found>, Unresolved> {
        let (roots, by) = self.package_roots(package);
        let mut exact = Vec::new();
        let mut other_case = Vec::new();
        for root in roots {
            let (whole, _) = join(root, path);
            match self.index.at(&whole, from) {
                Search::One { path, case_differs: false, .. } => exact.push(path),
                Search::One { path, .. } => other_case.push(path),
                Search::Several(files) => return Err(ambiguous(&files)),
                Search::Nothing => looked_for.push(whole),
            }
        }
        let case_differs = exact.is_empty();
        let hits = if case_differs { other_case } else { exact };
        found(self.index.choose(hits, from, case_differs, 0), |_| by)
    }

    fn relative(&self, path: &str, from: &str, mut looked_for: Vec<String>) -> Result<Found, Unresolved> {
        let mut leads_out = false;
        // What begins with `..` counts from the URDF's folder alone.
        let steps = if path.starts_with("..") { 1 } else { usize::MAX };
        for (step, base) in ancestors(folder(from)).take(steps).enumerate() {
            let (whole, outside) = join(base, path);
            leads_out |= outside;
            if whole.is_empty() {
                return Err(Unresolved::Empty);
            }
            if outside {
                // `..` led out of what the user gave: only the end of the path can tell.
                break;
            }
            let by = if step == 0 { FoundBy::Path } else { FoundBy::FolderAbove };
            if let Some(found) = found(self.index.at(&whole, from), |_| by)? {
                return Ok(found);
            }
            looked_for.push(whole);
        }
        let (rest, _) = join("", path);
        if rest.is_empty() {
            return Err(Unresolved::Empty);
        }
        if leads_out
            && let Some((package, inside)) = rest.split_once('/')
            && self.packages.contains_key(package)
            && let Some(found) = self.in_package(package, inside, from, &mut looked_for)?
        {
            return Ok(found);
        }
        self.by_end(&rest, Origin::Urdf, from, looked_for)
    }

    /// By the end of the path. A match counts if the whole wanted path or the whole path of the file agrees (a folder
    /// was given without those above it), or, for a path that begins with what is not here (a package, somebody's
    /// disk), if at least two parts do. Files within another package than the wanted one are never taken for it.
    fn by_end(
        &self,
        wanted: &str,
        origin: Origin<'_>,
        from: &str,
        mut looked_for: Vec<String>,
    ) -> Result<Found, Unresolved> {
        let parts = wanted.split('/').count();
        let here = match origin {
            Origin::Package(package) if !self.package_roots(package).0.is_empty() => Some(package),
            _ => None,
        };
        let fits = |path: &str, matched: usize| {
            if here.is_some_and(|package| self.in_other_package(path, package)) {
                return false;
            }
            if matched == path.split('/').count() || matched == parts {
                return true;
            }
            match origin {
                Origin::Package(_) if here.is_some() => matched + 1 == parts && matched > 1,
                Origin::Package(_) | Origin::Elsewhere => matched > 1,
                Origin::Urdf => false,
            }
        };
        let by = |matched| if matched == 1 { FoundBy::FileName } else { FoundBy::Suffix(matched as u32) };
        if let Some(found) = found(self.index.by_suffix(wanted, from, fits), by)? {
            return Ok(found);
        }
        if looked_for.is_empty() {
            looked_for.push(wanted.to_owned());
        }
        Err(Unresolved::Missing { looked_for, similar: self.similar(wanted, origin) })
    }

    /// The file lies in a package that has a `package.xml` with another name.
    fn in_other_package(&self, path: &str, package: &str) -> bool {
        let others = self.packages.iter().filter(|(name, _)| *name != package);
        others.flat_map(|(_, roots)| roots).any(|root| !root.is_empty() && is_in(path, root))
    }

    /// Files that the user may have meant, at most three.
    fn similar(&self, wanted: &str, origin: Origin<'_>) -> Vec<String> {
        let plain = |name: &str| name.to_lowercase().replace(['-', '.', ' '], "_");
        let mut similar: Vec<String> = Vec::new();
        if let Origin::Package(package) = origin {
            let names = self.packages.keys().map(String::as_str).chain(self.folders.keys().copied());
            let near = names.filter(|name| *name != package && plain(name) == plain(package));
            similar.extend(near.take(1).map(|name| format!("package {name}")));
        }
        let name = file_name(wanted);
        let named = self.index.named(name).iter().copied().chain(self.index.same_stem(name));
        for path in named {
            if !similar.iter().any(|s| s == path) {
                similar.push(path.to_owned());
            }
        }
        similar.truncate(3);
        similar
    }
}

/// Where a wanted path begins.
#[derive(Clone, Copy)]
enum Origin<'p> {
    Package(&'p str),
    /// The URDF's folder.
    Urdf,
    /// The root of a disk or a web server.
    Elsewhere,
}

fn found(search: Search<'_>, by: impl Fn(usize) -> FoundBy) -> Result<Option<Found>, Unresolved> {
    match search {
        Search::One { path, case_differs, matched } => {
            Ok(Some(Found { path: path.to_owned(), by: by(matched), case_differs }))
        }
        Search::Several(files) => Err(ambiguous(&files)),
        Search::Nothing => Ok(None),
    }
}

fn ambiguous(files: &[&str]) -> Unresolved {
    Unresolved::Ambiguous { files: files.iter().map(|f| (*f).to_owned()).collect() }
}

/// The `<name>` of a `package.xml`; what stands in comments does not count.
fn package_name(bytes: &[u8]) -> Option<String> {
    let mut text = crate::mesh::decode(&bytes[..bytes.len().min(1 << 16)]).into_owned();
    while let Some(start) = text.find("<!--") {
        let end = text[start..].find("-->").map_or(text.len(), |end| start + end + 3);
        text.replace_range(start..end, "");
    }
    let mut tags = Tags::new(&text);
    let root = tags.find_map(|event| match event {
        TagEvent::Start(tag) => Some(tag),
        TagEvent::End(..) => None,
    })?;
    if root.name != "package" {
        return None;
    }
    let (_, name) = text.split_once("<name>")?;
    let name = name.split_once("</name>")?.0.trim();
    (!name.is_empty()).then(|| name.to_owned())
}
