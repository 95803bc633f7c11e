//! The making of books: of small boards, and the book embedded in marlin-core.

mod embedded;
mod small;
