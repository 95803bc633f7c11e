//! Reading numbers. An error names the numbers that are allowed.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::TypedValueParser;

/// Returns the reader of a whole number within a range.
pub(super) fn whole<T>(range: RangeInclusive<T>) -> impl TypedValueParser<Value = T>
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("a whole number from {} to {} is expected", range.start(), range.end()))
    }
}

/// Reads a whole number, 1 or more.
pub(super) fn at_least_one(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(number @ 1..) => Ok(number),
        // All digits, and still no number of 64 bits.
        Err(_) if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => {
            Err(format!("the greatest value is {}", u64::MAX))
        }
        _ => Err("a whole number, 1 or more, is expected".to_owned()),
    }
}

/// Returns the reader of the seed of random choices.
pub(super) fn seed() -> impl TypedValueParser<Value = u64> {
    whole(0..=u64::MAX)
}
