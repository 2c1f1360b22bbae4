//! The words after the command: `--flag`, `--name value`, `--name=value` and positional words.

use crate::Outcome;
use std::str::FromStr;

pub struct Args {
    words: Vec<String>,
}

impl Args {
    pub fn new(words: Vec<String>) -> Self {
        Self { words }
    }

    /// Takes `--name` away; true if it was there.
    pub fn flag(&mut self, name: &str) -> bool {
        match self.words.iter().position(|word| word == name) {
            Some(index) => {
                self.words.remove(index);
                true
            }
            None => false,
        }
    }

    /// Takes `--name value` or `--name=value` away.
    pub fn value(&mut self, name: &str) -> Outcome<Option<String>> {
        let inline = format!("{name}=");
        if let Some(index) = self.words.iter().position(|word| word.starts_with(&inline)) {
            return Ok(Some(self.words.remove(index)[inline.len()..].to_string()));
        }
        match self.words.iter().position(|word| word == name) {
            Some(index) if index + 1 < self.words.len() => {
                let value = self.words.remove(index + 1);
                self.words.remove(index);
                Ok(Some(value))
            }
            Some(_) => Err(format!("{name} wants a value.")),
            None => Ok(None),
        }
    }

    /// As `value`, read as a `T`.
    pub fn parsed<T: FromStr>(&mut self, name: &str) -> Outcome<Option<T>> {
        match self.value(name)? {
            Some(text) => match text.replace('_', "").parse() {
                Ok(value) => Ok(Some(value)),
                Err(_) => Err(format!("{name} {text}: not a number that can be used here.")),
            },
            None => Ok(None),
        }
    }

    /// Takes the first word that is not an option. Take the options first.
    pub fn positional(&mut self) -> Option<String> {
        let index = self.words.iter().position(|word| !word.starts_with("--"))?;
        Some(self.words.remove(index))
    }

    /// Refuses what nobody took.
    pub fn finish(self) -> Outcome {
        match self.words.first() {
            Some(word) => Err(format!("`{word}` means nothing here; `cargo xtask help` lists what does.")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(text: &str) -> Args {
        Args::new(text.split_whitespace().map(String::from).collect())
    }

    #[test]
    fn takes_options_in_any_order() {
        let mut args = args("--out=a/b folder --samples 1_000 --fast");
        assert_eq!(args.parsed::<u64>("--samples"), Ok(Some(1000)));
        assert_eq!(args.value("--out"), Ok(Some("a/b".into())));
        assert!(args.flag("--fast"));
        assert_eq!(args.positional(), Some("folder".into()));
        assert_eq!(args.finish(), Ok(()));
    }

    #[test]
    fn refuses_what_is_wrong() {
        assert!(args("--samples").value("--samples").is_err());
        assert!(args("--samples many").parsed::<u64>("--samples").is_err());
        assert!(args("--what").finish().is_err());
    }
}
