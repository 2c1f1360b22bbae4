//! Which Rust builds the page. Threads in WebAssembly need a standard library that was compiled with atomics, so its
//! source must be there, and a compiler that takes unstable flags: rustup's nightly with rust-src, or Debian's
//! rustc-web (which is what Debian builds Chromium and Firefox with, kept current) with `RUSTC_BOOTSTRAP=1`.

use crate::Outcome;
use crate::paths;
use crate::steps;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The oldest compiler that the dependencies accept: minor version of Rust 1.
const OLDEST: u32 = 95;

const FEATURES: &str = "-Ctarget-feature=+atomics,+bulk-memory,+mutable-globals,+simd128 \
    -Clink-arg=--shared-memory -Clink-arg=--import-memory -Clink-arg=--max-memory=4294967296 \
    -Clink-arg=--export=__wasm_init_tls -Clink-arg=--export=__tls_size -Clink-arg=--export=__tls_align \
    -Clink-arg=--export=__tls_base";

pub enum Toolchain {
    /// rustup's nightly with rust-src.
    Nightly { version: String },
    /// The system's own, in /usr/bin.
    System { version: String, linker: PathBuf },
}

impl Toolchain {
    /// The one to use; `None` if there is none. `NOCLASH_TOOLCHAIN` (`nightly` or `system`) overrides the choice.
    pub fn find() -> Option<Self> {
        match std::env::var("NOCLASH_TOOLCHAIN").as_deref() {
            Ok("nightly") => nightly(),
            Ok("system") => system(),
            _ => nightly().or_else(system),
        }
    }

    pub fn name(&self) -> String {
        match self {
            Self::Nightly { version } => format!("rustup's nightly ({version})"),
            Self::System { version, linker } => format!("the system's rustc ({version}) with {}", linker.display()),
        }
    }

    /// Build outputs; not mixed between compilers.
    pub fn target_dir(&self) -> Outcome<PathBuf> {
        Ok(paths::cache()?.join(match self {
            Self::Nightly { .. } => "page-nightly",
            Self::System { .. } => "page",
        }))
    }

    /// Sets a command (cargo, or Trunk which calls cargo) up to build the page with this toolchain.
    pub fn apply(&self, command: &mut Command) -> Outcome {
        steps::clean(command);
        let mut path = vec![paths::tools()?.join("bin")];
        match self {
            Self::Nightly { .. } => {
                command.env("RUSTUP_TOOLCHAIN", "nightly");
                command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FEATURES);
            }
            Self::System { linker, .. } => {
                path.insert(0, PathBuf::from("/usr/bin"));
                command.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
                command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
                command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FEATURES);
            }
        }
        path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
        let path = std::env::join_paths(path).map_err(|error| format!("PATH: {error}"))?;
        command.env("PATH", path);
        command.env("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort");
        command.env("CARGO_TARGET_DIR", self.target_dir()?);
        Ok(())
    }
}

fn nightly() -> Option<Toolchain> {
    let version = steps::ask("rustup", &["run", "nightly", "rustc", "--version"])?;
    let sysroot = steps::ask("rustup", &["run", "nightly", "rustc", "--print", "sysroot"])?;
    (has_source(&sysroot) && minor(&version)? >= OLDEST).then_some(Toolchain::Nightly { version })
}

fn system() -> Option<Toolchain> {
    let version = steps::ask("/usr/bin/rustc", &["--version"])?;
    let sysroot = steps::ask("/usr/bin/rustc", &["--print", "sysroot"])?;
    let linker = (19..=30).rev().map(|n| PathBuf::from(format!("/usr/bin/wasm-ld-{n}")));
    // 22 first: the version that was tried; its path is part of what cargo compares.
    let linker = std::iter::once(PathBuf::from("/usr/bin/wasm-ld-22")).chain(linker).find(|path| path.exists())?;
    let complete = has_source(&sysroot) && minor(&version)? >= OLDEST && Path::new("/usr/bin/cargo").exists();
    complete.then_some(Toolchain::System { version, linker })
}

fn has_source(sysroot: &str) -> bool {
    Path::new(sysroot).join("lib/rustlib/src/rust/library/Cargo.lock").exists()
}

/// 96 of "rustc 1.96.0 (...)".
fn minor(version: &str) -> Option<u32> {
    version.split_whitespace().nth(1)?.split('.').nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::minor;

    #[test]
    fn reads_versions() {
        assert_eq!(minor("rustc 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)"), Some(96));
        assert_eq!(minor("rustc 1.97.0-nightly (e50aa6fba 2026-05-19)"), Some(97));
        assert_eq!(minor("nonsense"), None);
    }
}
