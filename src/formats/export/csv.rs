//! Every pair with everything known about it.

use super::{Export, Job};
use crate::formats::FormatError;
use crate::formats::emit::number;
use crate::matrix::Evidence;
use crate::shapes::pairs;

/// RFC 4180, UTF-8. Distances in metres; empty fields where nothing is known.
pub(super) fn write(job: &Job<'_>) -> Result<Export, FormatError> {
    let document = job.input.document;
    let mut out = String::from(
        "link_a,part_a,link_b,part_b,decision,reason,evidence,bound,note,min,mean,max,collisions,samples,rate\r\n",
    );
    for ((i, j), record) in pairs(document.shapes.len()).zip(&document.pairs) {
        for shape in [&document.shapes[i], &document.shapes[j]] {
            field(&mut out, &shape.id.link);
            out.push(',');
            if let Some(part) = shape.id.part {
                out.push_str(&part.to_string());
            }
            out.push(',');
        }
        let entry = &record.entry;
        out.push_str(entry.decision.word());
        out.push(',');
        out.push_str(entry.reason.map_or("", |reason| reason.word()));
        out.push(',');
        match &entry.evidence {
            Some(Evidence::Proved) => out.push_str("proved,"),
            Some(Evidence::ProvedWithinLimits) => out.push_str("proved_within_limits,"),
            Some(Evidence::Unseen { bound, .. }) => {
                out.push_str("unseen,");
                number(&mut out, *bound);
            }
            Some(Evidence::Refuted { .. }) => out.push_str("refuted,"),
            None => out.push(','),
        }
        out.push(',');
        field(&mut out, entry.note.as_deref().unwrap_or_default());
        out.push(',');
        match record.stats.as_deref() {
            Some(stats) => {
                for distance in [stats.min, stats.mean, stats.max] {
                    number(&mut out, distance);
                    out.push(',');
                }
                out.push_str(&format!("{},{},", stats.collisions, stats.samples));
                number(&mut out, stats.collisions as f64 / stats.samples as f64);
            }
            None => out.push_str(",,,,,"),
        }
        out.push_str("\r\n");
    }
    Ok(Export::text(out))
}

/// Quoted where the text could be taken for something else; a leading `=`, `+`, `-` or `@` would be a formula to a
/// spreadsheet, which quotes do not prevent, but the name of a link must stay what it is.
fn field(out: &mut String, text: &str) {
    let plain = !text.contains([',', '"', '\r', '\n']) && text.trim() == text;
    if plain {
        out.push_str(text);
    } else {
        out.push('"');
        out.push_str(&text.replace('"', "\"\""));
        out.push('"');
    }
}
