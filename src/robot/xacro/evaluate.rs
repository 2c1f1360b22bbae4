//! Texts with `${...}` and `$(...)` to values.

use super::dom::Place;
use super::eval::{Surroundings, evaluate};
use super::expander::{Blame, Expander};
use super::failure::{Outcome, fail};
use super::parser::parse;
use super::scope::Symbol;
use super::text::{Piece, cut};
use super::value::Value;
use super::yaml;
use crate::diagnostics::Diagnostic;

/// Expressions that ask for one another more deeply than this are refused.
const MAX_LAZY_DEPTH: usize = 24;
/// Texts made by substitution are refused above this length.
const MAX_TEXT: usize = 1 << 20;

impl Expander<'_> {
    /// The value of a text: of its single expression if it is nothing else, otherwise the text with all replaced.
    pub(super) fn value(&mut self, text: &str, scope: usize, place: Place) -> Outcome<Value> {
        if !text.contains('$') {
            return Ok(Value::str(text));
        }
        let pieces = match cut(text) {
            Ok(pieces) => pieces,
            Err(message) => return fail(place, message, "Close the bracket."),
        };
        if let [Piece::Expression(_) | Piece::Extension(_)] = pieces.as_slice() {
            return self.piece(pieces[0], scope, place);
        }
        let mut out = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(text) => out.push_str(text),
                piece => out.push_str(&self.piece(piece, scope, place)?.text()),
            }
            if out.len() > MAX_TEXT {
                return fail(place, "a text grows beyond 1 MB", "Make it shorter.");
            }
        }
        Ok(Value::str(&out))
    }

    pub(super) fn text(&mut self, text: &str, scope: usize, place: Place) -> Outcome<String> {
        if !text.contains('$') {
            return Ok(text.to_owned());
        }
        Ok(self.value(text, scope, place)?.text())
    }

    /// Whether a condition holds: a truth value, `true` or `false`, or a number.
    pub(super) fn condition(&mut self, text: &str, scope: usize, place: Place) -> Outcome<bool> {
        let value = self.value(text, scope, place)?;
        let found = match &value {
            Value::Str(word) => match Value::literal(word.trim()) {
                Value::Bool(value) => Some(value),
                Value::Int(value) => Some(value != 0),
                _ => None,
            },
            other => Some(other.truth()),
        };
        match found {
            Some(found) => Ok(found),
            None => {
                let message = format!("the condition \"{text}\" is {}, neither true nor false", value.repr());
                fail(place, message, "Write true, false, 0, 1 or a comparison.")
            }
        }
    }

    fn piece(&mut self, piece: Piece<'_>, scope: usize, place: Place) -> Outcome<Value> {
        self.lazy_depth += 1;
        if self.lazy_depth > MAX_LAZY_DEPTH {
            return fail(place, "expressions ask for one another too deeply", "Make them simpler.");
        }
        let value = match piece {
            Piece::Text(text) => Value::str(text),
            // What stands inside is replaced first: ${...$(arg x)...}.
            Piece::Expression(inside) => {
                let inside = self.text(inside, scope, place)?;
                self.expression(&inside, scope, place, false)?
            }
            Piece::Extension(inside) => {
                let inside = self.text(inside, scope, place)?;
                self.extension(inside.trim(), scope, place)?
            }
        };
        self.lazy_depth -= 1;
        Ok(value)
    }

    fn expression(&mut self, text: &str, scope: usize, place: Place, arguments: bool) -> Outcome<Value> {
        let result = parse(text).and_then(|expr| {
            let mut around = Around { expander: self, scope, place, arguments };
            evaluate(&expr, &mut around)
        });
        match result {
            Ok(value) => Ok(value),
            Err(message) => {
                let shown: String = text.trim().chars().take(120).collect();
                fail(place, format!("${{{shown}}}: {message}"), "Correct the expression.")
            }
        }
    }

    /// `$(word rest)`.
    fn extension(&mut self, inside: &str, scope: usize, place: Place) -> Outcome<Value> {
        let (word, rest) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
        let rest = rest.trim();
        match word {
            "find" | "find-pkg-share" if !rest.is_empty() => Ok(Value::str(&format!("package://{rest}"))),
            "arg" => match self.argument(rest) {
                Ok(value) => Ok(Value::str(&value)),
                Err(message) => fail(place, message, format!("Give the argument '{rest}'.")),
            },
            "eval" => self.expression(rest, scope, place, true),
            "dirname" => Ok(Value::str(self.folder(place))),
            "cwd" => Ok(Value::str(".")),
            "anon" => Ok(Value::str(rest)),
            "env" | "optenv" => Ok(Value::str(&self.environment(word, rest, place))),
            _ => {
                let mend = "Known are find, arg, eval, dirname, env and optenv.";
                fail(place, format!("$({word} ...) is not supported"), mend)
            }
        }
    }

    /// No environment is read but the one that was given.
    fn environment(&mut self, word: &str, rest: &str, place: Place) -> String {
        let (name, default) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        if let Some(value) = self.settings.environment.get(name) {
            return value.clone();
        }
        let default = default.trim().to_owned();
        if self.told_environment.insert(name.to_owned()) {
            let what = format!("The environment variable {name} is not set here; \"{default}\" was used.");
            let mend = "Set it where the file is expanded, or give the expanded URDF.";
            let diagnostic = match word {
                "env" => Diagnostic::warning("xacro-environment", what).mend(mend),
                _ => Diagnostic::info("xacro-environment", what),
            };
            self.tell(place, diagnostic);
        }
        default
    }

    pub(super) fn argument(&mut self, name: &str) -> Result<String, String> {
        self.known_arguments.insert(name.to_owned());
        match self.arguments.get(name) {
            Some(value) => Ok(value.clone()),
            None => {
                self.blame = Blame::Undefined;
                Err(format!("the argument '{name}' has neither a value nor a default"))
            }
        }
    }

    /// The value of a property that is visible from a scope.
    pub(super) fn lookup(&mut self, scope: usize, name: &str) -> Outcome<Option<Value>> {
        let found = self.scopes.nearest(scope, |scope| scope.symbols.get(name));
        let (owner, text, place) = match found {
            None => return Ok(None),
            Some((_, Symbol::Value(value))) => return Ok(Some(value.clone())),
            Some((owner, Symbol::Lazy { text, place })) => (owner, text.clone(), *place),
        };
        if self.resolving.iter().any(|(other, known)| *other == owner && known == name) {
            return fail(place, format!("property '{name}' is defined by itself"), "Break the circle.");
        }
        self.resolving.push((owner, name.to_owned()));
        let value = self.value(&text, owner, place)?;
        self.resolving.pop();
        let value = literal(value);
        if let Some(scope) = self.scopes.get(owner) {
            scope.symbols.insert(name.to_owned(), Symbol::Value(value.clone()));
        }
        Ok(Some(value))
    }

    fn load_yaml(&mut self, path: &str, place: Place) -> Result<Value, String> {
        let path = self.resolve(path, place);
        if let Some(value) = self.yaml.get(&path) {
            return Ok(value.clone());
        }
        let bytes = (self.resolver)(&path).ok_or_else(|| {
            self.blame = Blame::FileMissing;
            format!("the file '{path}' is not there")
        })?;
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches('\u{feff}');
        let value = yaml::read(text, &mut |number| {
            let around = &mut Around { expander: self, scope: 0, place, arguments: false };
            let value = parse(number).and_then(|expr| evaluate(&expr, around))?;
            value.number().ok_or_else(|| format!("'{number}' is not a number"))
        })
        .map_err(|message| format!("'{path}': {message}"))?;
        self.yaml.insert(path, value.clone());
        Ok(value)
    }
}

/// A text that stands for a number or a truth value becomes one.
pub(super) fn literal(value: Value) -> Value {
    match &value {
        Value::Str(text) => Value::literal(text),
        _ => value,
    }
}

struct Around<'e, 'a> {
    expander: &'e mut Expander<'a>,
    scope: usize,
    place: Place,
    /// Inside `$(eval ...)` the arguments of the file are names, too.
    arguments: bool,
}

impl Surroundings for Around<'_, '_> {
    fn lookup(&mut self, name: &str) -> Result<Option<Value>, String> {
        if self.arguments
            && let Some(value) = self.expander.arguments.get(name)
        {
            let value = Value::literal(value);
            self.expander.known_arguments.insert(name.to_owned());
            return Ok(Some(value));
        }
        self.expander.lookup(self.scope, name).map_err(|failure| failure.message)
    }

    fn lookup_in(&mut self, namespace: usize, name: &str) -> Result<Option<Value>, String> {
        self.expander.lookup(namespace, name).map_err(|failure| failure.message)
    }

    fn argument(&mut self, name: &str) -> Result<Value, String> {
        self.expander.argument(name).map(|value| Value::literal(&value))
    }

    fn load_yaml(&mut self, path: &str) -> Result<Value, String> {
        self.expander.load_yaml(path, self.place)
    }

    fn undefined(&mut self) {
        self.expander.blame = Blame::Undefined;
    }

    fn tell(&mut self, warning: bool, text: &str) {
        let what = format!("The file says: {text}");
        let diagnostic = match warning {
            true => Diagnostic::warning("xacro-message", what),
            false => Diagnostic::error("xacro-message", what),
        };
        self.expander.tell(self.place, diagnostic);
    }

    fn step(&mut self) -> Result<(), String> {
        self.expander.steps += 1;
        if self.expander.steps > Expander::MAX_STEPS { Err("the file asks for too much work".into()) } else { Ok(()) }
    }
}
