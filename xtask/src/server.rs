//! A small static server, as plain as the plainest that the page must run on: no isolation headers, no ranges.

use crate::Outcome;
use crate::args::Args;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

pub struct Server {
    listener: TcpListener,
    site: Arc<Site>,
}

struct Site {
    root: PathBuf,
    /// Where the site begins: "/" or "/some/folder/".
    prefix: String,
    /// Folders without an index.html are listed, as many servers do.
    listing: bool,
}

impl Server {
    /// Binds; port 0 takes a free one.
    pub fn bind(root: &Path, host: &str, port: u16, prefix: &str, listing: bool) -> Outcome<Self> {
        let listener = TcpListener::bind((host, port))
            .map_err(|error| format!("{host}:{port}: {error}. Another port: --port N (0 takes a free one)."))?;
        let prefix = format!("/{}/", prefix.trim_matches('/')).replace("//", "/");
        Ok(Self { listener, site: Arc::new(Site { root: root.to_path_buf(), prefix, listing }) })
    }

    pub fn url(&self) -> Outcome<String> {
        let address = self.listener.local_addr().map_err(|error| error.to_string())?;
        let host = if address.ip().is_loopback() { "localhost".to_string() } else { address.ip().to_string() };
        Ok(format!("http://{host}:{}{}", address.port(), self.site.prefix))
    }

    /// Serves until the process ends.
    pub fn run(self) -> Outcome {
        for stream in self.listener.incoming().flatten() {
            let site = self.site.clone();
            std::thread::spawn(move || site.converse(stream));
        }
        Ok(())
    }
}

/// `cargo xtask static DIR`.
pub fn command(mut args: Args) -> Outcome {
    let port = args.parsed("--port")?.unwrap_or(8080);
    let prefix = args.value("--prefix")?.unwrap_or_default();
    let listing = args.flag("--listing");
    let root = args.positional().ok_or("Which folder? `cargo xtask static DIR`")?;
    args.finish()?;
    let server = Server::bind(Path::new(&root), "127.0.0.1", port, &prefix, listing)?;
    println!("{}", server.url()?);
    server.run()
}

struct Answer {
    status: &'static str,
    kind: String,
    body: Vec<u8>,
    extra: String,
}

impl Answer {
    fn plain(status: &'static str, text: &str) -> Self {
        Self { status, kind: "text/plain; charset=utf-8".into(), body: text.as_bytes().to_vec(), extra: String::new() }
    }
}

impl Site {
    /// Answers requests on one connection until it closes.
    fn converse(&self, stream: TcpStream) {
        let _ = stream.set_read_timeout(Some(Duration::from_secs(60)));
        let Ok(reading) = stream.try_clone() else { return };
        // A request head of more than 64 KiB ends the connection.
        let mut reader = BufReader::new(reading);
        let mut writer = stream;
        while let Some((line, headers)) = read_head(&mut reader) {
            let mut words = line.split_whitespace();
            let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
            let answer = match method {
                "GET" | "HEAD" => self.answer(target, &headers),
                _ => Answer::plain("405 Method Not Allowed", "GET or HEAD\n"),
            };
            let head = format!(
                "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\n{}\r\n",
                answer.status,
                answer.kind,
                answer.body.len(),
                answer.extra
            );
            let sent = writer.write_all(head.as_bytes()).and_then(|()| match method {
                "HEAD" => Ok(()),
                _ => writer.write_all(&answer.body),
            });
            if sent.is_err() {
                return;
            }
        }
    }

    fn answer(&self, target: &str, headers: &str) -> Answer {
        let path = target.split(['?', '#']).next().unwrap_or_default();
        let not_found = || Answer::plain("404 Not Found", "There is no such file.\n");
        let Some(path) = decode(path) else { return not_found() };
        let Some(relative) = path.strip_prefix(&self.prefix) else { return not_found() };
        if relative.split(['/', '\\']).any(|part| part == "..") {
            return not_found();
        }
        let mut file = self.root.join(relative);
        if file.is_dir() {
            if !path.ends_with('/') {
                let extra = format!("Location: {}/\r\n", target.split('?').next().unwrap_or_default());
                return Answer { extra, ..Answer::plain("301 Moved Permanently", "") };
            }
            if self.listing && !file.join("index.html").exists() {
                return listing(&file, &path);
            }
            file = file.join("index.html");
        }
        let Ok(about) = fs::metadata(&file) else { return not_found() };
        let modified = about.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
        let tag = format!("\"{:x}-{:x}\"", about.len(), modified.as_nanos());
        let extra = format!("ETag: {tag}\r\n");
        if headers.lines().any(|line| line.to_ascii_lowercase().starts_with("if-none-match:") && line.contains(&tag)) {
            return Answer { extra, ..Answer::plain("304 Not Modified", "") };
        }
        match fs::read(&file) {
            Ok(body) => Answer { status: "200 OK", kind: mime(&file).into(), body, extra },
            Err(error) => Answer::plain("500 Internal Server Error", &format!("{error}\n")),
        }
    }
}

/// The request line and the header lines; `None` when the connection is at its end.
fn read_head(reader: &mut BufReader<TcpStream>) -> Option<(String, String)> {
    let mut limited = reader.by_ref().take(64 * 1024);
    let mut first = String::new();
    limited.read_line(&mut first).ok().filter(|read| *read > 0)?;
    let mut headers = String::new();
    loop {
        let before = headers.len();
        if limited.read_line(&mut headers).ok()? == 0 {
            return None;
        }
        if headers[before..].trim().is_empty() {
            return Some((first, headers));
        }
    }
}

fn listing(folder: &Path, path: &str) -> Answer {
    let mut names: Vec<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| {
            let slash = if entry.path().is_dir() { "/" } else { "" };
            format!("{}{slash}", entry.file_name().to_string_lossy())
        })
        .collect();
    names.sort();
    let rows: String =
        names.iter().map(|name| format!("<li><a href=\"{}\">{}</a></li>\n", encode(name), escape(name))).collect();
    let body = format!("<!DOCTYPE html>\n<title>{0}</title>\n<h1>{0}</h1>\n<ul>\n{rows}</ul>\n", escape(path));
    Answer { kind: "text/html; charset=utf-8".into(), body: body.into_bytes(), ..Answer::plain("200 OK", "") }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn encode(text: &str) -> String {
    let keep = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    text.bytes().map(|byte| if keep(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// Undoes percent encoding; `None` if it is not UTF-8.
fn decode(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut index = 0;
    while index < bytes.len() {
        let code = text.get(index + 1..index + 3).filter(|_| bytes[index] == b'%');
        match code.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                index += 3;
            }
            None => {
                out.push(bytes[index]);
                index += 1;
            }
        }
    }
    String::from_utf8(out).ok()
}

fn mime(file: &Path) -> &'static str {
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    match ending.as_str() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "jpg" | "jpeg" => "image/jpeg",
        "ico" => "image/x-icon",
        "zip" => "application/zip",
        "urdf" | "xacro" | "srdf" | "dae" | "xml" => "application/xml",
        "txt" | "md" | "yaml" | "yml" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(listing: bool) -> (Site, PathBuf) {
        let root = std::env::temp_dir().join(format!("noclash-server-{}-{listing}", std::process::id()));
        fs::create_dir_all(root.join("a b")).unwrap();
        fs::write(root.join("index.html"), "hello").unwrap();
        fs::write(root.join("a b/c.wasm"), "\0asm").unwrap();
        (Site { root: root.clone(), prefix: "/sub/".into(), listing }, root)
    }

    #[test]
    fn serves_files_below_its_prefix_only() {
        let (site, root) = site(false);
        assert_eq!(site.answer("/sub/", "").body, b"hello");
        assert_eq!(site.answer("/sub/?x=1", "").body, b"hello");
        let file = site.answer("/sub/a%20b/c.wasm", "");
        assert_eq!((file.status, file.kind.as_str()), ("200 OK", "application/wasm"));
        assert!(site.answer("/sub/a%20b", "").status.starts_with("301"));
        assert!(site.answer("/", "").status.starts_with("404"));
        assert!(site.answer("/sub/../secret", "").status.starts_with("404"));
        assert!(site.answer("/sub/%2e%2e/secret", "").status.starts_with("404"));
        let tag = file.extra.trim().trim_start_matches("ETag: ").to_string();
        let again = site.answer("/sub/a%20b/c.wasm", &format!("If-None-Match: {tag}\r\n"));
        assert!(again.status.starts_with("304"));
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn lists_folders_when_asked() {
        let (site, root) = site(true);
        let page = String::from_utf8(site.answer("/sub/a%20b/", "").body).unwrap();
        assert!(page.contains("<a href=\"c.wasm\">c.wasm</a>"), "{page}");
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn percent_codes() {
        assert_eq!(decode("/a%20b%C3%A9").as_deref(), Some("/a bé"));
        assert_eq!(decode("/%zz%"), Some("/%zz%".into()));
        assert_eq!(decode("%ff"), None);
        assert_eq!(encode("a b/é"), "a%20b/%C3%A9");
    }
}
