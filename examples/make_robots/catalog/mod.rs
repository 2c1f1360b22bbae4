//! The sample robots: one module per robot, and what they share.

mod arm6;
mod arm7;
mod quadruped;
mod solid;
mod torso;
mod two_link;
mod urdf;
mod write;

use std::collections::BTreeMap;

/// Files by path below `robots/`.
pub type Files = BTreeMap<String, Vec<u8>>;

/// What the gallery says about a robot.
pub struct Sample {
    pub id: &'static str,
    pub name: &'static str,
    /// One line: what the robot shows.
    pub shows: &'static str,
    pub files: Files,
}

/// Every file of the gallery but the pictures, with the index.
pub fn all() -> Files {
    let samples = [two_link::sample(), arm6::sample(), arm7::sample(), torso::sample(), quadruped::sample()];
    let entries: Vec<String> = samples
        .iter()
        .map(|sample| {
            let files: Vec<String> = sample.files.keys().map(|path| format!("        \"{path}\"")).collect();
            format!(
                "    {{\n      \"id\": \"{id}\",\n      \"name\": \"{}\",\n      \"shows\": \"{}\",\n      \
                 \"picture\": \"pictures/{id}.webp\",\n      \"files\": [\n{}\n      ]\n    }}",
                sample.name,
                sample.shows,
                files.join(",\n"),
                id = sample.id,
            )
        })
        .collect();
    let index = format!("{{\n  \"robots\": [\n{}\n  ]\n}}\n", entries.join(",\n"));
    let mut all = Files::new();
    all.insert("index.json".into(), index.into_bytes());
    for sample in samples {
        all.extend(sample.files);
    }
    all
}
