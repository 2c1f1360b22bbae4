//! The walk over the elements.

use super::dom::{Element, Node, Place};
use super::evaluate::literal;
use super::failure::{Outcome, fail};
use super::macros::{Macro, parameters};
use super::scope::{Block, Scopes, Symbol};
use super::value::Value;
use super::{Resolver, XacroSettings};
use crate::diagnostics::{Diagnostic, Diagnostics};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Elements, macros and includes nested deeper than this are refused: macros that call themselves without end.
const MAX_DEPTH: usize = 300;
/// Elements in the result above this are refused.
const MAX_ELEMENTS: usize = 1_000_000;

pub(super) struct Expander<'a> {
    pub resolver: &'a Resolver<'a>,
    pub settings: &'a XacroSettings,
    /// Names of the files that were read, by index.
    pub files: Vec<String>,
    pub namespaces: Vec<(String, String)>,
    pub arguments: BTreeMap<String, String>,
    /// Names of the arguments that were declared or used.
    pub known_arguments: BTreeSet<String>,
    pub scopes: Scopes,
    pub diagnostics: Diagnostics,
    pub yaml: BTreeMap<String, Value>,
    /// Included documents by path.
    pub documents: BTreeMap<String, Rc<Element>>,
    /// Lazy properties that are being evaluated: scope and name.
    pub resolving: Vec<(usize, String)>,
    pub lazy_depth: usize,
    pub told_environment: BTreeSet<String>,
    pub steps: usize,
    elements: usize,
    depth: usize,
    /// Files that are being included.
    including: Vec<String>,
    /// Included files that are not there.
    pub missing: Vec<String>,
    pub blame: Blame,
}

/// What made the expansion fail, as far as that says how to mend it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Blame {
    #[default]
    Text,
    /// Something that is used is defined nowhere: perhaps in a file that is not there.
    Undefined,
    /// A file that is loaded is not there.
    FileMissing,
}

impl<'a> Expander<'a> {
    /// Steps of evaluation above this are refused.
    pub const MAX_STEPS: usize = 20_000_000;

    pub fn new(resolver: &'a Resolver<'a>, settings: &'a XacroSettings) -> Self {
        let mut scopes = Scopes::default();
        scopes.open(None);
        Self {
            resolver,
            settings,
            files: Vec::new(),
            namespaces: Vec::new(),
            arguments: settings.arguments.clone(),
            known_arguments: BTreeSet::new(),
            scopes,
            diagnostics: Diagnostics::default(),
            yaml: BTreeMap::new(),
            documents: BTreeMap::new(),
            resolving: Vec::new(),
            lazy_depth: 0,
            told_environment: BTreeSet::new(),
            steps: 0,
            elements: 0,
            depth: 0,
            including: Vec::new(),
            missing: Vec::new(),
            blame: Blame::default(),
        }
    }

    pub fn tell(&mut self, place: Place, diagnostic: Diagnostic) {
        let file = self.files.get(place.file).cloned().unwrap_or_default();
        self.diagnostics.push(diagnostic.in_file(file).at_line(place.line));
    }

    /// Expands the root element of the main file. Its own attributes come last, since they may name arguments that
    /// the file defines inside.
    pub fn root(&mut self, root: &Element) -> Outcome<Element> {
        let mut attributes = Vec::new();
        let mut children = Vec::new();
        self.children(root, 0, &mut children, &mut attributes)?;
        let mut all = self.attributes(root, 0)?;
        all.extend(attributes);
        Ok(Element { name: root.name.clone(), attributes: all, children, place: root.place })
    }

    fn attributes(&mut self, element: &Element, scope: usize) -> Outcome<Vec<(String, String)>> {
        let mut attributes = Vec::with_capacity(element.attributes.len());
        for (name, value) in &element.attributes {
            if !name.starts_with("xacro:") {
                attributes.push((name.clone(), self.text(value, scope, element.place)?));
            }
        }
        Ok(attributes)
    }

    /// Expands what is inside an element into `out`. `xacro:attribute` adds to `attributes`.
    pub fn children(
        &mut self,
        of: &Element,
        scope: usize,
        out: &mut Vec<Node>,
        attributes: &mut Vec<(String, String)>,
    ) -> Outcome<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message = format!("macros or elements are nested more than {MAX_DEPTH} deep");
            return fail(of.place, message, "Does a macro call itself without end?");
        }
        for node in &of.children {
            match node {
                Node::Element(element) => self.element(element, scope, out, attributes)?,
                Node::Text(text) => {
                    if !text.trim().is_empty() {
                        out.push(Node::Text(self.text(text, scope, of.place)?));
                    }
                }
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn element(
        &mut self,
        element: &Rc<Element>,
        scope: usize,
        out: &mut Vec<Node>,
        attributes: &mut Vec<(String, String)>,
    ) -> Outcome<()> {
        let Some(word) = element.name.strip_prefix("xacro:") else {
            return self.plain(element, element.name.clone(), scope, out);
        };
        match word {
            "property" => self.property(element, scope),
            "macro" => self.macro_definition(element, scope),
            "include" => self.include(element, scope, out, attributes),
            "insert_block" => self.insert_block(element, scope, out, attributes),
            "if" | "unless" => {
                let value = self.required(element, "value")?;
                if self.condition(value, scope, element.place)? == (word == "if") {
                    self.children(element, scope, out, attributes)?;
                }
                Ok(())
            }
            "arg" => {
                let name = self.required(element, "name")?.to_owned();
                self.known_arguments.insert(name.clone());
                if !self.arguments.contains_key(&name)
                    && let Some(default) = element.attribute("default")
                {
                    let value = self.text(default, scope, element.place)?;
                    self.arguments.insert(name, value);
                }
                Ok(())
            }
            "element" => {
                let name = self.required(element, "xacro:name")?;
                let name = self.text(name, scope, element.place)?;
                self.plain(element, name, scope, out)
            }
            "attribute" => {
                let name = self.required(element, "name")?;
                let name = self.text(name, scope, element.place)?;
                let value = self.required(element, "value")?;
                let value = self.text(value, scope, element.place)?;
                attributes.retain(|(other, _)| *other != name);
                attributes.push((name, value));
                Ok(())
            }
            "call" => {
                let name = self.required(element, "macro")?;
                let name = self.text(name, scope, element.place)?;
                self.call(element, &name, scope, out, attributes)
            }
            name => self.call(element, name, scope, out, attributes),
        }
    }

    fn plain(&mut self, element: &Element, name: String, scope: usize, out: &mut Vec<Node>) -> Outcome<()> {
        self.elements += 1;
        if self.elements > MAX_ELEMENTS {
            let message = format!("the result has more than {MAX_ELEMENTS} elements");
            return fail(element.place, message, "Does a macro call itself without end?");
        }
        let mut attributes = self.attributes(element, scope)?;
        let mut added = Vec::new();
        let mut children = Vec::new();
        self.children(element, scope, &mut children, &mut added)?;
        attributes.retain(|(name, _)| !added.iter().any(|(other, _)| other == name));
        attributes.extend(added);
        out.push(Node::Element(Rc::new(Element { name, attributes, children, place: element.place })));
        Ok(())
    }

    pub(super) fn required<'e>(&self, element: &'e Element, name: &str) -> Outcome<&'e str> {
        match element.attribute(name) {
            Some(value) => Ok(value),
            None => {
                fail(element.place, format!("<{}> has no {name}=\"...\"", element.name), format!("Add {name}=\"...\"."))
            }
        }
    }

    fn property(&mut self, element: &Rc<Element>, scope: usize) -> Outcome<()> {
        let place = element.place;
        let name = self.required(element, "name")?;
        let name = self.text(name, scope, place)?;
        let identifier =
            name.chars().enumerate().all(|(i, c)| c == '_' || c.is_alphabetic() || (i > 0 && c.is_numeric()));
        if !identifier || name.is_empty() || name.starts_with("__") {
            let mend = "Use letters, digits and _, a letter first.";
            return fail(place, format!("'{name}' cannot be the name of a property"), mend);
        }
        let value = match (element.attribute("value"), element.attribute("default")) {
            (Some(value), _) => Some(value),
            (None, Some(default)) => {
                let known = self.scopes.nearest(scope, |scope| scope.symbols.get(&name)).is_some();
                if known {
                    return Ok(());
                }
                Some(default)
            }
            (None, None) => None,
        };
        let (target, mut lazy) = match element.attribute("scope") {
            Some("global") => (self.scopes.outermost(scope), false),
            Some("parent") => (self.scopes.get(scope).and_then(|scope| scope.parent).unwrap_or(scope), false),
            _ => (scope, true),
        };
        if element.attribute("lazy_eval").is_some_and(|word| matches!(word, "false" | "False" | "0")) {
            lazy = false;
        }
        if element.attribute("remove").is_some_and(|word| matches!(word, "true" | "True" | "1")) {
            if let Some(scope) = self.scopes.get(target) {
                scope.symbols.remove(&name);
                scope.blocks.remove(&name);
            }
            return Ok(());
        }
        let Some(text) = value else {
            let block = Block { element: element.clone(), content_only: true, expanded: false };
            if let Some(scope) = self.scopes.get(target) {
                scope.blocks.insert(name, block);
            }
            return Ok(());
        };
        let symbol = match Value::literal(text) {
            Value::Str(_) if lazy && text.contains('$') => Symbol::Lazy { text: text.to_owned(), place },
            Value::Str(_) => Symbol::Value(literal(self.value(text, scope, place)?)),
            value => Symbol::Value(value),
        };
        if let Some(scope) = self.scopes.get(target) {
            scope.symbols.insert(name, symbol);
        }
        Ok(())
    }

    fn macro_definition(&mut self, element: &Rc<Element>, scope: usize) -> Outcome<()> {
        let name = self.required(element, "name")?;
        let name = self.text(name, scope, element.place)?;
        let name = name.strip_prefix("xacro:").unwrap_or(&name).to_owned();
        let params = match parameters(element.attribute("params").unwrap_or("")) {
            Ok(params) => params,
            Err(message) => return fail(element.place, format!("macro '{name}': {message}"), "Correct its params."),
        };
        let made = Rc::new(Macro { parameters: params, body: element.clone() });
        if let Some(scope) = self.scopes.get(scope) {
            scope.macros.insert(name, made);
        }
        Ok(())
    }

    fn insert_block(
        &mut self,
        element: &Element,
        scope: usize,
        out: &mut Vec<Node>,
        attributes: &mut Vec<(String, String)>,
    ) -> Outcome<()> {
        let name = self.required(element, "name")?;
        let name = self.text(name, scope, element.place)?;
        let Some((_, block)) = self.scopes.nearest(scope, |scope| scope.blocks.get(&name).cloned()) else {
            self.blame = Blame::Undefined;
            let mend = "Name a block parameter of the macro, or a property with a body.";
            return fail(element.place, format!("there is no block '{name}'"), mend);
        };
        match (block.content_only, block.expanded) {
            (true, true) => out.extend(block.element.children.iter().cloned()),
            (false, true) => out.push(Node::Element(block.element.clone())),
            (true, false) => self.children(&block.element, scope, out, attributes)?,
            (false, false) => self.element(&block.element, scope, out, attributes)?,
        }
        self.elements += 1;
        Ok(())
    }

    fn include(
        &mut self,
        element: &Element,
        scope: usize,
        out: &mut Vec<Node>,
        attributes: &mut Vec<(String, String)>,
    ) -> Outcome<()> {
        let place = element.place;
        let file = self.required(element, "filename")?;
        let file = self.text(file, scope, place)?;
        if file.contains(['*', '?']) {
            let mend = "Include the files one by one.";
            return fail(place, format!("including by pattern ('{file}') is not supported"), mend);
        }
        let path = self.resolve(&file, place);
        if self.including.contains(&path) {
            return fail(place, format!("'{path}' includes itself"), "Remove one of the includes.");
        }
        let optional = element.attribute("optional").is_some_and(|word| matches!(word, "true" | "True" | "1"));
        let Some(root) = self.document(&path, place)? else {
            if optional {
                return Ok(());
            }
            let what = format!("The included file '{path}' is not there; what it defines is left out.");
            let mend = "Add the file, or the folder of its package.";
            self.tell(place, Diagnostic::warning("xacro-include-missing", what).mend(mend));
            self.missing.push(path);
            return Ok(());
        };
        let inner = match element.attribute("ns") {
            None => scope,
            Some(name) => {
                let name = self.text(name, scope, place)?;
                let inner = self.scopes.open(Some(scope));
                if let Some(scope) = self.scopes.get(scope) {
                    scope.symbols.insert(name, Symbol::Value(Value::Namespace(inner)));
                }
                inner
            }
        };
        self.including.push(path.clone());
        if let Err(mut failure) = self.children(&root, inner, out, attributes) {
            failure.trace.push((format!("include of '{path}'"), place));
            return Err(failure);
        }
        self.including.pop();
        Ok(())
    }
}
