//! Files that are written as a whole or not at all (feature `write`), and files that are read in bounded memory.

mod read;
mod state;
#[cfg(feature = "write")]
mod write;

use std::path::Path;

pub use self::read::{
    MAX_BYTES, check_regular, open_regular, read_bounded, read_text, read_text_from, read_whole,
};
pub use self::state::state_folder;
#[cfg(feature = "write")]
pub use self::write::{Existing, write_whole, write_whole_with};

/// Returns the folder that a file is in, `.` for a name alone.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_a_folder_is_in_the_current_one() {
        assert_eq!(folder_of(Path::new("a")), Path::new("."));
        assert_eq!(folder_of(Path::new("b/a")), Path::new("b"));
    }
}
