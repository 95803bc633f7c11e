//! [`Day`]: a date, as the number of days from the first puzzle on.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::ParsePuzzleError;

/// The days from 1970-01-01 to the day of the first puzzle, 2026-01-01.
const FIRST_DAY: i64 = 20_454;

/// The seconds of a day.
const SECONDS: u64 = 86_400;

/// A day: the number of days from 2026-01-01 on.
///
/// # Examples
///
/// ```
/// use marlin_coach::puzzle::Day;
///
/// let day: Day = "2026-11-24".parse()?;
/// assert_eq!((day.0, day.to_string()), (327, "2026-11-24".to_owned()));
/// assert!("2026-02-29".parse::<Day>().is_err());
/// # Ok::<(), marlin_coach::puzzle::ParsePuzzleError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(pub i64);

impl Day {
    /// Returns the day of a time since 1970-01-01, by UTC.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use marlin_coach::puzzle::Day;
    ///
    /// assert_eq!(Day::from_unix(Duration::from_secs(1_767_225_600)).to_string(), "2026-01-01");
    /// ```
    pub const fn from_unix(time: Duration) -> Self {
        Self((time.as_secs() / SECONDS) as i64 - FIRST_DAY)
    }

    /// Returns the day of the week, 0 for a Monday.
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!("2026-01-01".parse::<marlin_coach::puzzle::Day>()?.weekday(), 3);
    /// # Ok::<(), marlin_coach::puzzle::ParsePuzzleError>(())
    /// ```
    pub const fn weekday(self) -> usize {
        (self.0 + 3).rem_euclid(7) as usize
    }

    /// Returns the year, the month and the day of the month.
    fn date(self) -> (i64, i64, i64) {
        // Years begin in March here, so that a leap day is the last day of a year.
        let days = self.0 + FIRST_DAY + 719_468;
        let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        (year + 400 * era + later, month, day)
    }

    /// Returns the day of a year, a month and a day of the month, which may be past its end.
    const fn from_date(year: i64, month: i64, day: i64) -> Self {
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let of_year = (153 * month + 2) / 5 + day - 1;
        let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let days = era * 146_097 + 365 * of_era + of_era / 4 - of_era / 100 + of_year;
        Self(days - 719_468 - FIRST_DAY)
    }
}

/// The date, as in `2026-11-24`.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for Day {
    type Err = ParsePuzzleError;

    fn from_str(text: &str) -> Result<Self, ParsePuzzleError> {
        let is_date = text.len() == 10 && text.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit());
        let parts: Vec<i64> = text.split('-').filter_map(|part| part.parse().ok()).collect();
        let day = match parts[..] {
            [year, month, day] if is_date => Self::from_date(year, month, day),
            _ => return Err(ParsePuzzleError::Day),
        };
        // A day past the end of its month would be written as one of the next month.
        if day.to_string() == text { Ok(day) } else { Err(ParsePuzzleError::Day) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_of_eight_hundred_years_has_a_date_of_its_own() {
        let mut before = String::new();
        for day in (-146_097..146_097).map(Day) {
            let date = day.to_string();
            assert!(date > before, "{date}");
            assert_eq!(date.parse(), Ok(day));
            before = date;
        }
    }

    #[test]
    fn a_text_that_is_no_date_is_refused() {
        for text in
            ["", "2026", "2026-13-01", "2026-00-10", "2026-04-31", "2100-02-29", "26-01-01", "2026-1-1"]
        {
            assert_eq!(text.parse::<Day>(), Err(ParsePuzzleError::Day), "{text}");
        }
        assert_eq!("2028-02-29".parse::<Day>().map(|day| day.to_string()), Ok("2028-02-29".to_owned()));
    }
}
