//! Decisions, reasons and evidence in words.

use super::widgets::thousands;
use crate::matrix::{Decision, Evidence, PairEntry, Reason};
use crate::session::Settings;
use crate::survey::PairStats;

pub fn decision(decision: Decision) -> &'static str {
    match decision {
        Decision::Check => "Check",
        Decision::Skip => "Skip",
    }
}

/// The short form for the table; evidence tells a proof from an observation.
pub fn reason(entry: &PairEntry) -> &'static str {
    match (entry.reason, &entry.evidence) {
        (None, Some(Evidence::Refuted { distance, .. })) if *distance > 0.0 => "Near (found by search)",
        (None, Some(Evidence::Refuted { .. })) => "Rarely (found by search)",
        (None, _) => "Sometimes",
        (Some(Reason::Never), Some(Evidence::Proved)) => "Never (proved)",
        (Some(Reason::Never), Some(Evidence::ProvedWithinLimits)) => "Never (proved in limits)",
        (Some(Reason::Always), Some(Evidence::Proved)) => "Always (proved)",
        (Some(Reason::Always), Some(Evidence::ProvedWithinLimits)) => "Always (proved in limits)",
        (Some(reason), _) => plain_reason(Some(reason)),
    }
}

/// A reason without its evidence, for menus.
pub fn plain_reason(reason: Option<Reason>) -> &'static str {
    match reason {
        None => "Sometimes",
        Some(Reason::SameBody) => "Same body",
        Some(Reason::Adjacent) => "Adjacent",
        Some(Reason::Always) => "Always",
        Some(Reason::Never) => "Never",
        Some(Reason::User) => "User",
        Some(Reason::Imported) => "Imported",
    }
}

/// What a reason means, for tooltips and help.
pub fn meaning(reason: Option<Reason>) -> &'static str {
    match reason {
        None => "Collides in some samples and not in others: this pair has to be checked.",
        Some(Reason::SameBody) => "Both shapes are fixed to the same rigid body, so their distance never changes.",
        Some(Reason::Adjacent) => "The links are joined by one moving joint; they are made to touch there.",
        Some(Reason::Always) => "Collides in nearly all samples: checking it would forbid almost every configuration.",
        Some(Reason::Never) => "Never comes into collision: proved, or not seen in any sample.",
        Some(Reason::User) => "You decided this.",
        Some(Reason::Imported) => "A file that you opened decided this.",
    }
}

/// Why a pair has its decision, in a sentence or two.
pub fn explain(entry: &PairEntry, stats: Option<&PairStats>, settings: &Settings) -> String {
    match (entry.reason, &entry.evidence) {
        (Some(Reason::Never), Some(Evidence::Proved)) => {
            "These shapes cannot collide at any value of the joints between them. This is proved, not sampled."
                .to_owned()
        }
        (Some(Reason::Never), Some(Evidence::ProvedWithinLimits)) => {
            "These shapes cannot collide within the joint limits. This is proved, not sampled.".to_owned()
        }
        (Some(Reason::Never), Some(Evidence::Unseen { samples, bound })) => format!(
            "No collision in {} random configurations. With 95 % confidence fewer than {} of all configurations \
             collide. Not proved.",
            thousands(*samples),
            share(*bound)
        ),
        (Some(Reason::Always), Some(Evidence::Proved)) => {
            "These shapes overlap at every value of the joints between them. This is proved, not sampled.".to_owned()
        }
        (Some(Reason::Always), Some(Evidence::ProvedWithinLimits)) => {
            "These shapes overlap everywhere within the joint limits. This is proved, not sampled.".to_owned()
        }
        (Some(Reason::Always), _) => {
            let seen = stats.map_or(String::new(), |s| format!(" It collides in {}.", rate(s)));
            format!(
                "Collides in at least {} of the samples, so a check would hardly ever pass.{seen}",
                percent(settings.rules.always_threshold)
            )
        }
        (None, Some(Evidence::Refuted { distance, .. })) if *distance > 0.0 => format!(
            "No sample came closer than the clearance, but a search found a distance of {:.1} mm: this pair has to be \
             checked.",
            distance * 1e3
        ),
        (None, Some(Evidence::Refuted { distance, .. })) => format!(
            "No collision in {} random configurations, but a search found one, {:.1} mm deep: this pair has to be checked.",
            thousands(stats.map_or(0, |stats| stats.samples)),
            -distance * 1e3
        ),
        (None, _) => match stats {
            Some(s) if s.collisions > 0 => {
                format!("Collides in {}: this pair has to be checked.", rate(s))
            }
            Some(s) if s.samples > 0 => "Comes closer than the clearance you asked for.".to_owned(),
            _ => "Not surveyed yet.".to_owned(),
        },
        (Some(Reason::Imported), _) => match &entry.note {
            Some(note) if !note.is_empty() => format!("A file that you opened decided this; its reason: “{note}”."),
            _ => meaning(entry.reason).to_owned(),
        },
        (reason, _) => meaning(reason).to_owned(),
    }
}

/// What would give the pair another decision, in a sentence or two; `None` where nothing would.
pub fn change(entry: &PairEntry, stats: Option<&PairStats>, settings: &Settings) -> Option<String> {
    let clearance = settings.rules.clearance;
    let closest = stats.map_or(f64::INFINITY, |stats| stats.min);
    Some(match (entry.reason, &entry.evidence) {
        (Some(Reason::SameBody), _) => "Only another URDF: a moving joint between the two links.".to_owned(),
        (Some(Reason::Adjacent), _) => {
            "Your own decision, or a URDF with another link that has geometry between the two.".to_owned()
        }
        (Some(Reason::Always), Some(Evidence::Proved)) => "Your own decision, or other geometry.".to_owned(),
        (Some(Reason::Always), Some(Evidence::ProvedWithinLimits)) => {
            "Wider joint limits, your own decision, or other geometry.".to_owned()
        }
        (Some(Reason::Always), _) => match stats {
            Some(s) if s.collisions < s.samples => format!(
                "A threshold for “always” above {}, or your own decision.",
                percent(s.collisions as f64 / s.samples.max(1) as f64)
            ),
            _ => "Joint limits within which they come apart, or your own decision.".to_owned(),
        },
        (Some(Reason::Never), Some(Evidence::Proved)) => {
            "More clearance than there is between them, other geometry, or your own decision; no joint limits."
                .to_owned()
        }
        (Some(Reason::Never), Some(Evidence::ProvedWithinLimits)) => {
            "Wider joint limits, more clearance, other geometry, or your own decision.".to_owned()
        }
        (Some(Reason::Never), _) if settings.prove => format!(
            "A collision in further samples, a clearance of {:.1} mm or more, or a proof, which makes it certain.",
            closest * 1e3
        ),
        (Some(Reason::Never), _) => format!(
            "A collision in further samples or a clearance of {:.1} mm or more. Proofs are switched off.",
            closest * 1e3
        ),
        (Some(Reason::User | Reason::Imported), _) => "Automatic gives it back to the computed decision.".to_owned(),
        (None, Some(Evidence::Refuted { .. })) => {
            "Joint limits that leave this configuration out, or your own decision.".to_owned()
        }
        (None, _) => match stats {
            Some(s) if s.collisions > 0 => format!(
                "Collisions in at least {} of the samples (“always”), joint limits without these collisions, or your own \
                 decision.",
                percent(settings.rules.always_threshold)
            ),
            Some(s) if s.samples > 0 && clearance > 0.0 => {
                format!("A clearance below {:.1} mm, or your own decision.", s.min * 1e3)
            }
            _ => return None,
        },
    })
}

/// Share of samples in collision: `156 of 100 000 samples (0.156 %)`.
pub fn rate(stats: &PairStats) -> String {
    let share = stats.collisions as f64 / stats.samples.max(1) as f64;
    format!("{} of {} samples ({})", thousands(stats.collisions), thousands(stats.samples), percent(share))
}

/// 0.95 as `95 %`; small shares keep two digits that count.
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    let decimals = match percent.abs() {
        p if p == 0.0 || (p >= 10.0 && (p - p.round()).abs() < 1e-9) => 0,
        p if p >= 10.0 => 1,
        p if p >= 1.0 => 2,
        p if p >= 0.1 => 3,
        _ => 4,
    };
    format!("{percent:.decimals$} %")
}

/// A probability in words: `1 in 33 000`.
fn share(p: f64) -> String {
    if p.is_nan() || p <= 0.0 || p >= 1.0 {
        return percent(p);
    }
    let one_in = (1.0 / p) as u64;
    // Two digits that count, rounded down: the bound is not said better than it is.
    let scale = 10u64.pow((one_in.to_string().len() as u32).saturating_sub(2));
    format!("1 in {}", thousands(one_in / scale * scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_keep_digits_that_count() {
        assert_eq!(percent(0.95), "95 %");
        assert_eq!(percent(0.955), "95.5 %");
        assert_eq!(percent(0.00156), "0.156 %");
        assert_eq!(percent(0.0), "0 %");
    }

    #[test]
    fn what_would_change_a_decision_is_said_with_its_numbers() {
        let settings = Settings::default();
        let stats =
            |min, collisions| PairStats { min, max: 1.0, mean: 0.5, collisions, samples: 100, argmin: 0, argmax: 1 };
        let unseen = PairEntry::skip(Reason::Never, Some(Evidence::Unseen { samples: 100, bound: 0.03 }));
        assert!(change(&unseen, Some(&stats(0.0123, 0)), &settings).unwrap().contains("12.3 mm"));
        let always = PairEntry::skip(Reason::Always, None);
        assert!(change(&always, Some(&stats(-0.1, 97)), &settings).unwrap().contains("97 %"));
        let proved = PairEntry::skip(Reason::Never, Some(Evidence::ProvedWithinLimits));
        assert!(change(&proved, None, &settings).unwrap().contains("Wider joint limits"));
        assert!(change(&PairEntry::check(), Some(&stats(-0.1, 3)), &settings).unwrap().contains("95 %"));
        assert_eq!(change(&PairEntry::check(), None, &settings), None, "before a survey");
    }

    #[test]
    fn bounds_are_said_as_one_in_many() {
        // 3 / 100 000 is one in 33 333; said with two digits and never better than it is.
        assert_eq!(share(2.9957e-5).replace('\u{2009}', " "), "1 in 33 000");
        assert_eq!(share(0.3), "1 in 3");
    }
}
