//! Paths within a file set: `/` between parts, none in front.

/// Parts of a path, whatever its slashes, without empty ones and `.`; `..` takes the part before away, as far as
/// there is one.
pub(super) fn normalise(path: &str) -> String {
    join("", path).0
}

/// `relative` seen from the folder `base`, and whether `..` led out of everything.
pub(super) fn join(base: &str, relative: &str) -> (String, bool) {
    let mut parts: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
    let mut outside = false;
    for part in relative.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => outside |= parts.pop().is_none(),
            part => parts.push(part),
        }
    }
    (parts.join("/"), outside)
}

/// The folder in which a file lies; empty at the top.
pub(super) fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

pub(super) fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The folder and all folders above it, innermost first; the top (empty) last.
pub(super) fn ancestors(folder: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder), |f| (!f.is_empty()).then(|| self::folder(f)))
}

/// The path lies in the folder (the empty folder holds everything).
pub(super) fn is_in(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// The number of leading parts that two paths share.
pub(super) fn shared_parts(a: &str, b: &str) -> usize {
    a.split('/').zip(b.split('/')).take_while(|(a, b)| a == b).count()
}

/// In lower case and without the dot.
pub(super) fn extension(path: &str) -> String {
    file_name(path).rsplit_once('.').map_or_else(String::new, |(_, extension)| extension.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        assert_eq!(normalise("/a//b\\.\\c/../d.stl"), "a/b/d.stl");
        assert_eq!(join("a/b", "../../../c"), ("c".to_owned(), true));
        assert_eq!(ancestors("a/b").collect::<Vec<_>>(), vec!["a/b", "a", ""]);
        assert_eq!(ancestors("").collect::<Vec<_>>(), vec![""]);
        assert!(is_in("ab/c", "ab") && !is_in("abc/d", "ab") && is_in("x", ""));
        assert_eq!(shared_parts("a/b/c", "a/b/d"), 2);
    }
}
