//! The arguments that a xacro takes, found without expanding it: so that they can be listed when it does not expand.

use super::dom::{Element, Node, Place};
use super::expander::Expander;
use super::{Resolver, XacroSettings};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::rc::Rc;

/// An argument of a xacro.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct XacroArgument {
    pub name: String,
    /// As written in its `xacro:arg`; `None` if it has none there, or is used without one, so that a value has to be
    /// given.
    pub default: Option<String>,
    /// Where it is declared, or else used first.
    pub file: String,
    pub line: u32,
}

/// The arguments of a xacro and of the files that it includes by names without expressions: in the order in which they
/// are declared, then those that are only used. What cannot be read is passed over.
pub fn arguments(bytes: &[u8], file_name: &str, resolver: &Resolver<'_>) -> Vec<XacroArgument> {
    let settings = XacroSettings::default();
    let mut search = Search {
        expander: Expander::new(resolver, &settings),
        seen: BTreeSet::new(),
        declared: Vec::new(),
        used: Vec::new(),
    };
    if let Ok(root) = search.expander.read(bytes, file_name) {
        search.element(&root);
    }
    let Search { expander, declared, used, .. } = search;
    let mut found: Vec<XacroArgument> = Vec::new();
    for (name, default, place) in declared.into_iter().chain(used.into_iter().map(|(name, place)| (name, None, place)))
    {
        let file = expander.files.get(place.file).cloned().unwrap_or_default();
        match found.iter_mut().find(|known| known.name == name) {
            // The first default that is met holds.
            Some(known) if known.default.is_none() => known.default = default,
            Some(_) => {}
            None => found.push(XacroArgument { name, default, file, line: place.line }),
        }
    }
    found
}

struct Search<'a> {
    expander: Expander<'a>,
    /// Paths of the files that were included.
    seen: BTreeSet<String>,
    declared: Vec<(String, Option<String>, Place)>,
    used: Vec<(String, Place)>,
}

impl Search<'_> {
    fn element(&mut self, element: &Element) {
        match element.name.as_str() {
            "xacro:arg" => {
                if let Some(name) = element.attribute("name") {
                    let default = element.attribute("default").map(str::to_owned);
                    self.declared.push((name.to_owned(), default, element.place));
                }
            }
            "xacro:include" => self.include(element),
            _ => {}
        }
        for (_, value) in &element.attributes {
            self.uses(value, element.place);
        }
        for node in &element.children {
            match node {
                Node::Element(inner) => self.element(inner),
                Node::Text(text) => self.uses(text, element.place),
            }
        }
    }

    /// `$(arg name)` and `xacro.arg('name')`.
    fn uses(&mut self, text: &str, place: Place) {
        for (start, end) in [("$(arg ", ")"), ("xacro.arg('", "'"), ("xacro.arg(\"", "\"")] {
            for piece in text.split(start).skip(1) {
                let Some((name, _)) = piece.split_once(end) else { continue };
                let name = name.trim();
                if !name.is_empty() && !name.contains(['$', '{', '(']) {
                    self.used.push((name.to_owned(), place));
                }
            }
        }
    }

    fn include(&mut self, element: &Element) {
        let Some(file) = element.attribute("filename") else { return };
        let mut file = file.to_owned();
        for word in ["$(find ", "$(find-pkg-share "] {
            while let Some((before, (package, after))) =
                file.split_once(word).and_then(|(before, rest)| Some((before, rest.split_once(')')?)))
            {
                file = format!("{before}package://{}{after}", package.trim());
            }
        }
        if file.contains(['$', '*', '?']) {
            return;
        }
        let path = self.expander.resolve(&file, element.place);
        if self.seen.insert(path.clone())
            && let Ok(Some(root)) = self.expander.document(&path, element.place)
        {
            let root: Rc<Element> = root;
            self.element(&root);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn arguments_are_listed_whether_or_not_the_file_expands() {
        let main = r#"<robot name="$(arg name)" xmlns:xacro="http://www.ros.org/wiki/xacro">
          <xacro:arg name="prefix" default="left_"/>
          <xacro:arg name="needed"/>
          <xacro:include filename="$(find p)/part.xacro"/>
          <xacro:include filename="part.xacro"/>
          <xacro:include filename="${unknown}.xacro"/>
          <xacro:if value="$(arg DEBUG)"><link name="${xacro.arg('length')}"/></xacro:if>
          <xacro:nothing/></robot>"#;
        let part = r#"<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
          <xacro:arg name="name" default="arm"/><xacro:arg name="prefix" default="right_"/>
          <xacro:include filename="part.xacro"/></robot>"#;
        let find = |path: &str| path.ends_with("part.xacro").then(|| Arc::from(part.as_bytes()));
        let found = arguments(main.as_bytes(), "r.xacro", &find);
        let short: Vec<(&str, Option<&str>, u32)> =
            found.iter().map(|a| (a.name.as_str(), a.default.as_deref(), a.line)).collect();
        let wanted = [
            ("prefix", Some("left_"), 2),
            ("needed", None, 3),
            ("name", Some("arm"), 2),
            ("DEBUG", None, 7),
            ("length", None, 7),
        ];
        assert_eq!(short, wanted);
        assert_eq!(found[2].file, "package://p/part.xacro");
        assert!(arguments(b"<robot", "r.xacro", &find).is_empty());
    }
}
