//! What the user can set, and how the user likes to see it.

use crate::intake::LoadSettings;
use crate::matrix::Rules;
use crate::robot::{Dof, Robot};
use crate::shapes::ShapeSettings;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How things are shown; nothing here changes a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    pub theme: Theme,
    pub angles: AngleUnit,
    pub lengths: LengthUnit,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    #[default]
    Dark,
    Light,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AngleUnit {
    #[default]
    Degrees,
    Radians,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LengthUnit {
    #[default]
    Millimetres,
    Metres,
}

impl Default for Preferences {
    fn default() -> Self {
        Self { theme: Theme::Dark, angles: AngleUnit::Degrees, lengths: LengthUnit::Millimetres }
    }
}

impl AngleUnit {
    pub fn symbol(self) -> &'static str {
        match self {
            AngleUnit::Degrees => "°",
            AngleUnit::Radians => "rad",
        }
    }

    /// How many of this unit make one radian.
    pub fn per_radian(self) -> f64 {
        match self {
            AngleUnit::Degrees => 180.0 / std::f64::consts::PI,
            AngleUnit::Radians => 1.0,
        }
    }
}

impl LengthUnit {
    pub fn symbol(self) -> &'static str {
        match self {
            LengthUnit::Millimetres => "mm",
            LengthUnit::Metres => "m",
        }
    }

    /// How many of this unit make one metre.
    pub fn per_metre(self) -> f64 {
        match self {
            LengthUnit::Millimetres => 1000.0,
            LengthUnit::Metres => 1.0,
        }
    }

    /// A signed length in this unit without its symbol: 0.1 mm or 0.0001 m. A value that rounds to zero has no sign
    /// but that of a penetration: `-0.0` tells contact from clearance.
    pub fn format(self, metres: f64) -> String {
        if !metres.is_finite() {
            return "–".to_owned();
        }
        match self {
            LengthUnit::Millimetres => format!("{:.1}", metres * 1000.0).replace('-', "−"),
            LengthUnit::Metres => format!("{metres:.4}").replace('-', "−"),
        }
    }
}

/// What the results depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub samples: u64,
    pub seed: u64,
    /// Which of the file's limits make a joint's range.
    pub limits: LimitChoice,
    /// Ranges that the user narrowed (or gave to a joint without limits), by name of the degree of freedom; radians or
    /// metres. What is not named here is sampled over the robot's own range.
    pub ranges: BTreeMap<String, Range>,
    pub rules: Rules,
    /// Proofs and a search for collisions follow the survey.
    pub prove: bool,
    pub shapes: ShapeSettings,
    pub load: LoadSettings,
}

/// Which of the limits that a URDF gives a joint make its range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LimitChoice {
    /// `<limit>` alone: what the joint can reach.
    #[default]
    Hard,
    /// `<limit>`, narrowed by `<safety_controller>` where there is one: what MoveIt samples and plans within.
    Soft,
}

/// Lower and upper bound, radians or metres; equal bounds lock a joint.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Range {
    pub lower: f64,
    pub upper: f64,
}

/// More samples than anybody waits for would overflow nothing, but fill no screen either.
pub const MOST_SAMPLES: u64 = 100_000_000;

impl Default for Settings {
    fn default() -> Self {
        Self {
            samples: 100_000,
            seed: 0,
            limits: LimitChoice::default(),
            ranges: BTreeMap::new(),
            rules: Rules::default(),
            prove: true,
            shapes: ShapeSettings::default(),
            load: LoadSettings::default(),
        }
    }
}

impl Settings {
    /// The sampled range of every degree of freedom of a robot.
    pub fn ranges_of(&self, robot: &Robot) -> Vec<(f64, f64)> {
        let chosen = |(dof, own): (&Dof, Range)| {
            let Range { lower, upper } = self.ranges.get(&dof.name).copied().unwrap_or(own);
            (lower, upper)
        };
        robot.dofs.iter().zip(self.own_ranges(robot)).map(chosen).collect()
    }

    /// The range of every degree of freedom that the robot's limits give, whatever the user narrowed.
    pub fn own_ranges(&self, robot: &Robot) -> Vec<Range> {
        let ranges = match self.limits {
            LimitChoice::Soft => robot.soft_ranges(),
            LimitChoice::Hard => robot.ranges(),
        };
        ranges.into_iter().map(|(lower, upper)| Range { lower, upper }).collect()
    }

    /// Brings numbers into the range in which they mean something.
    pub fn sanitised(mut self) -> Self {
        self.samples = self.samples.clamp(1, MOST_SAMPLES);
        self.shapes = self.shapes.sanitised();
        let rules = &mut self.rules;
        rules.always_threshold =
            if rules.always_threshold.is_finite() { rules.always_threshold.clamp(0.0, 1.0) } else { 0.95 };
        rules.clearance = if rules.clearance.is_finite() { rules.clearance.max(0.0) } else { 0.0 };
        self.ranges.retain(|_, range| range.lower.is_finite() && range.upper.is_finite() && range.lower <= range.upper);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robot::parse_urdf;

    #[test]
    fn soft_limits_narrow_the_range_where_they_are_chosen() {
        let urdf = "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>
            <joint name='soft' type='revolute'><parent link='a'/><child link='b'/>
              <limit lower='-2' upper='2' effort='1' velocity='1'/>
              <safety_controller k_velocity='1' soft_lower_limit='-1.5' soft_upper_limit='3'/></joint>
            <joint name='plain' type='revolute'><parent link='b'/><child link='c'/>
              <limit lower='-1' upper='1' effort='1' velocity='1'/></joint></robot>";
        let robot = match parse_urdf(urdf.as_bytes(), "r.urdf") {
            Ok(parsed) => parsed.robot,
            Err(error) => panic!("{error}"),
        };
        let mut settings = Settings::default();
        assert_eq!(settings.ranges_of(&robot), [(-2.0, 2.0), (-1.0, 1.0)]);
        settings.limits = LimitChoice::Soft;
        assert_eq!(settings.ranges_of(&robot), [(-1.5, 2.0), (-1.0, 1.0)]);
        settings.ranges.insert("soft".to_owned(), Range { lower: 0.0, upper: 0.5 });
        assert_eq!(settings.ranges_of(&robot), [(0.0, 0.5), (-1.0, 1.0)]);
    }
}
