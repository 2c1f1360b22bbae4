//! Which pairs the table shows, in which order: computed when something changed, not every frame.

use crate::matrix::{Decision, Overridden, PairEntry, Reason};
use crate::session::{Session, shape_name};
use crate::shapes::{ShapeSet, ShapeType, pairs};
use std::sync::Arc;

/// A column of the pair table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    A,
    B,
    Decision,
    Reason,
    Now,
    Min,
    Mean,
    Max,
    Rate,
}

impl Column {
    pub const ALL: [Column; 9] = [
        Column::A,
        Column::B,
        Column::Decision,
        Column::Reason,
        Column::Now,
        Column::Min,
        Column::Mean,
        Column::Max,
        Column::Rate,
    ];

    pub fn is_number(self) -> bool {
        matches!(self, Column::Now | Column::Min | Column::Mean | Column::Max | Column::Rate)
    }

    fn follows_live(self) -> bool {
        self == Column::Now
    }
}

/// What narrows the list down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Words, all of which must occur in the two names.
    pub text: String,
    pub decision: Option<Decision>,
    /// `Some(None)` asks for pairs without a special reason.
    pub reason: Option<Option<Reason>>,
    /// Only pairs in which the user or a file overruled the computed decision.
    pub overruled: bool,
}

impl Filter {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The shown pairs and all that is cached for them.
#[derive(Default)]
pub struct Rows {
    /// Pair indices in the order of the table.
    order: Vec<u32>,
    /// Per pair index the row, `u32::MAX` if it is filtered out.
    place: Vec<u32>,
    names: Names,
    sorted_by: Option<(Column, bool)>,
    filter: Filter,
    seen: Seen,
    /// Counts for the filter's menus over all pairs of the type: per decision, then per reason.
    pub counts: Counts,
}

/// How many pairs have which decision and reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub check: usize,
    pub skip: usize,
    pub overruled: usize,
    reasons: [usize; 7],
}

impl Counts {
    fn add(&mut self, entry: &PairEntry, overruled: bool) {
        match entry.decision {
            Decision::Check => self.check += 1,
            Decision::Skip => self.skip += 1,
        }
        self.overruled += usize::from(overruled);
        self.reasons[reason_rank(entry.reason)] += 1;
    }

    pub fn of(&self, reason: Option<Reason>) -> usize {
        self.reasons[reason_rank(reason)]
    }
}

#[derive(Default, PartialEq, Eq, Clone, Copy)]
struct Seen {
    set: usize,
    shape_type: Option<ShapeType>,
    survey: u64,
    decisions: u64,
    live: u64,
}

/// Names of the shapes and their alphabetical rank, and the two shapes of every pair.
#[derive(Default)]
struct Names {
    lower: Vec<String>,
    shown: Vec<String>,
    rank: Vec<u32>,
    pairs: Vec<(u32, u32)>,
}

impl Names {
    fn new(set: &ShapeSet) -> Self {
        let shown: Vec<String> = set.shapes.iter().map(|shape| shape_name(&shape.id)).collect();
        let mut by_name: Vec<usize> = (0..shown.len()).collect();
        by_name.sort_by(|a, b| set.shapes[*a].id.cmp(&set.shapes[*b].id));
        let mut rank = vec![0; shown.len()];
        for (place, shape) in by_name.into_iter().enumerate() {
            rank[shape] = place as u32;
        }
        let pairs = pairs(shown.len()).map(|(i, j)| (i as u32, j as u32)).collect();
        Self { lower: shown.iter().map(|name| name.to_lowercase()).collect(), shown, rank, pairs }
    }
}

impl Rows {
    /// Brings the rows up to date. True if the order may have changed.
    pub fn update(&mut self, session: &Session, filter: &Filter, sort: (Column, bool)) -> bool {
        let Some(set) = session.shape_set(session.shown_type()) else {
            *self = Self::default();
            return true;
        };
        let versions = session.versions();
        let seen = Seen {
            set: Arc::as_ptr(set) as usize,
            shape_type: Some(set.shape_type),
            survey: versions.survey,
            decisions: versions.decisions,
            live: versions.live,
        };
        let same_set = seen.set == self.seen.set && seen.shape_type == self.seen.shape_type;
        let same_decisions = same_set && seen.decisions == self.seen.decisions;
        let same_keys = same_decisions
            && seen.survey == self.seen.survey
            && (seen.live == self.seen.live || !sort.0.follows_live());
        if same_keys && self.sorted_by == Some(sort) && self.filter == *filter {
            self.seen = seen;
            return false;
        }
        if !same_set {
            self.names = Names::new(set);
            self.order.clear();
        }
        if !same_decisions || self.filter != *filter || self.order.is_empty() {
            self.select(session, filter);
        }
        self.sort(session, sort);
        self.seen = seen;
        self.sorted_by = Some(sort);
        self.filter = filter.clone();
        true
    }

    /// Chooses the pairs that pass the filter, keeping the order of those that were there.
    fn select(&mut self, session: &Session, filter: &Filter) {
        let shown = session.shown_type();
        let matrix = session.matrix(shown);
        let words: Vec<String> = filter.text.to_lowercase().split_whitespace().map(str::to_owned).collect();
        let total = self.names.pairs.len();
        let mut counts = Counts::default();
        let mut pass = vec![false; total];
        for (index, (i, j)) in self.names.pairs.iter().enumerate() {
            let entry = matrix.and_then(|matrix| matrix.entries.get(index));
            let overruled = session.overridden(shown, index) != Overridden::No;
            if let Some(entry) = entry {
                counts.add(entry, overruled);
            }
            let (a, b) = (&self.names.lower[*i as usize], &self.names.lower[*j as usize]);
            pass[index] = filter.decision.is_none_or(|decision| entry.is_some_and(|e| e.decision == decision))
                && filter.reason.is_none_or(|reason| entry.is_some_and(|e| e.reason == reason))
                && (!filter.overruled || overruled)
                && words.iter().all(|word| a.contains(word.as_str()) || b.contains(word.as_str()));
        }
        self.counts = counts;
        self.order.retain(|index| pass.get(*index as usize).copied().unwrap_or(false));
        for index in &self.order {
            pass[*index as usize] = false;
        }
        self.order.extend(pass.iter().enumerate().filter(|(_, pass)| **pass).map(|(index, _)| index as u32));
    }

    /// Stable, so that equal rows keep the order of the sorting before; unknown numbers come last either way.
    fn sort(&mut self, session: &Session, (column, descending): (Column, bool)) {
        let shown = session.shown_type();
        let keys: Vec<f64> = match column {
            Column::A | Column::B => {
                let of = |pair: &(u32, u32)| if column == Column::A { pair.0 } else { pair.1 };
                self.names.pairs.iter().map(|pair| f64::from(self.names.rank[of(pair) as usize])).collect()
            }
            Column::Decision | Column::Reason => {
                let Some(matrix) = session.matrix(shown) else { return self.index() };
                let key = |entry: &PairEntry| match column {
                    Column::Decision => f64::from(u8::from(entry.decision == Decision::Skip)),
                    _ => reason_rank(entry.reason) as f64,
                };
                matrix.entries.iter().map(key).collect()
            }
            Column::Now => session.live_distances().to_vec(),
            Column::Min | Column::Mean | Column::Max | Column::Rate => {
                let Some(survey) = session.survey(shown) else { return self.index() };
                let key = |stats: &crate::survey::PairStats| match column {
                    Column::Min => stats.min,
                    Column::Mean => stats.mean,
                    Column::Max => stats.max,
                    _ => stats.collisions as f64 / stats.samples.max(1) as f64,
                };
                survey.pairs.iter().map(key).collect()
            }
        };
        let key = |index: &u32| keys.get(*index as usize).copied().unwrap_or(f64::NAN);
        self.order.sort_by(|x, y| {
            let (x, y) = (key(x), key(y));
            match (x.is_nan(), y.is_nan()) {
                (false, false) if descending => y.total_cmp(&x),
                (false, false) => x.total_cmp(&y),
                (x_unknown, y_unknown) => x_unknown.cmp(&y_unknown),
            }
        });
        self.index();
    }

    fn index(&mut self) {
        self.place.clear();
        self.place.resize(self.names.pairs.len(), u32::MAX);
        for (row, index) in self.order.iter().enumerate() {
            self.place[*index as usize] = row as u32;
        }
    }

    /// Rows that pass the filter.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// All pairs of the type.
    pub fn total(&self) -> usize {
        self.names.pairs.len()
    }

    /// The pair index in a row.
    pub fn pair(&self, row: usize) -> Option<usize> {
        self.order.get(row).map(|index| *index as usize)
    }

    /// The row of a pair; `None` if the filter hides it.
    pub fn row_of(&self, pair: usize) -> Option<usize> {
        self.place.get(pair).filter(|row| **row != u32::MAX).map(|row| *row as usize)
    }

    /// The two shapes of a pair.
    pub fn shapes(&self, pair: usize) -> Option<(usize, usize)> {
        self.names.pairs.get(pair).map(|(i, j)| (*i as usize, *j as usize))
    }

    /// The name of a shape.
    pub fn name(&self, shape: usize) -> &str {
        self.names.shown.get(shape).map_or("", String::as_str)
    }

    /// The pair indices in the order of the table.
    pub fn order(&self) -> impl Iterator<Item = usize> {
        self.order.iter().map(|index| *index as usize)
    }
}

/// The order of reasons in sorted tables and menus; `None` (checked because it collides in some samples) comes first.
pub fn reason_rank(reason: Option<Reason>) -> usize {
    match reason {
        None => 0,
        Some(Reason::User) => 1,
        Some(Reason::Imported) => 2,
        Some(Reason::Always) => 3,
        Some(Reason::Adjacent) => 4,
        Some(Reason::SameBody) => 5,
        Some(Reason::Never) => 6,
    }
}
