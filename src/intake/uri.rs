//! What a mesh URI asks for.

use super::path::normalise;

/// A mesh URI taken apart. Paths have no empty parts and no `.`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// `package://name/path`, `model://name/path`, `$(find name)/path`.
    Package { package: String, path: String },
    /// From the root of somebody's file system.
    Absolute { path: String },
    /// Relative to the URDF; `..` kept.
    Relative { path: String },
    /// On a web server; the path without the host.
    Remote { path: String },
}

/// Takes a URI apart, however it is written. Never fails: what has no scheme is a relative path.
pub(super) fn parse(uri: &str) -> Target {
    let uri = uri.trim().replace('\\', "/");
    // file://$(find name)/path
    let inner =
        strip_scheme(&uri, "file").map(|rest| rest.trim_start_matches('/')).filter(|rest| rest.starts_with("$(find "));
    if let Some(rest) = inner.unwrap_or(&uri).strip_prefix("$(find ")
        && let Some((package, path)) = rest.split_once(')')
    {
        return Target::Package { package: package.trim().to_owned(), path: normalise(path) };
    }
    for scheme in ["package", "model"] {
        if let Some(rest) = strip_scheme(&uri, scheme) {
            let rest = rest.trim_start_matches('/');
            let (package, path) = rest.split_once('/').unwrap_or(("", rest));
            // `..` may lead out of the package into its neighbour.
            let whole = normalise(&format!("{package}/{path}"));
            let (package, path) = whole.split_once('/').unwrap_or(("", &whole));
            return Target::Package { package: package.to_owned(), path: path.to_owned() };
        }
    }
    for scheme in ["http", "https"] {
        if let Some(rest) = strip_scheme(&uri, scheme) {
            let path = rest.trim_start_matches('/').split_once('/').map_or("", |(_, path)| path);
            let path = path.split(['?', '#']).next().unwrap_or("");
            return Target::Remote { path: normalise(path) };
        }
    }
    if let Some(rest) = strip_scheme(&uri, "file") {
        return if rest.starts_with('/') { absolute(rest) } else { Target::Relative { path: rest.to_owned() } };
    }
    if uri.starts_with('/') || has_drive(&uri) { absolute(&uri) } else { Target::Relative { path: uri } }
}

fn strip_scheme<'a>(uri: &'a str, scheme: &str) -> Option<&'a str> {
    let head = uri.get(..scheme.len())?;
    if !head.eq_ignore_ascii_case(scheme) {
        return None;
    }
    uri[scheme.len()..].strip_prefix(':')
}

/// `C:/...`
fn has_drive(path: &str) -> bool {
    matches!(path.as_bytes(), [drive, b':', b'/', ..] if drive.is_ascii_alphabetic())
}

fn absolute(path: &str) -> Target {
    let path = path.trim_start_matches('/');
    let path = path.strip_prefix("localhost/").unwrap_or(path);
    let path = if has_drive(path) { &path[3..] } else { path };
    Target::Absolute { path: normalise(path) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(package: &str, path: &str) -> Target {
        Target::Package { package: package.into(), path: path.into() }
    }

    #[test]
    fn every_way_to_write_a_uri() {
        for uri in [
            "package://arm/meshes/a.stl",
            "package:///arm/meshes/a.stl",
            " package://arm//meshes/./a.stl ",
            "package:\\\\arm\\meshes\\a.stl",
            "model://arm/meshes/a.stl",
            "$(find arm)/meshes/a.stl",
            "file://$(find arm)/meshes/a.stl",
            "PACKAGE://arm/urdf/../meshes/a.stl",
            "package://other/../arm/meshes/a.stl",
        ] {
            assert_eq!(parse(uri), package("arm", "meshes/a.stl"), "{uri}");
        }
        for uri in [
            "file:///home/x/a.stl",
            "file://localhost/home/x/a.stl",
            "/home/x/a.stl",
            "file:/home//x/a.stl",
            "C:\\home\\x\\a.stl",
            "file:///C:/home/x/a.stl",
        ] {
            assert_eq!(parse(uri), Target::Absolute { path: "home/x/a.stl".into() }, "{uri}");
        }
        assert_eq!(parse("..\\meshes\\a.stl"), Target::Relative { path: "../meshes/a.stl".into() });
        assert_eq!(parse("file:meshes/a.stl"), Target::Relative { path: "meshes/a.stl".into() });
        assert_eq!(parse("https://host/r/a.stl?raw=1"), Target::Remote { path: "r/a.stl".into() });
        assert_eq!(parse("package://a.stl"), package("", "a.stl"));
        assert_eq!(parse(""), Target::Relative { path: String::new() });
    }
}
