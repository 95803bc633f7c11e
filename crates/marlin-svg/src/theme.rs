//! [`Theme`] and [`Appearance`]: the choices of the reader.

/// The look of a drawing.
///
/// # Examples
///
/// ```
/// use marlin_core::Game;
/// use marlin_svg::{Diagram, Theme};
///
/// let game = Game::on("7x6".parse()?);
/// let quiet = Diagram::new(&game).with_theme(Theme::Quiet).to_string();
/// assert_ne!(quiet, Diagram::new(&game).to_string());
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Theme {
    /// The game as it is sold: a blue rack with yellow and red stones.
    #[default]
    Classic,
    /// A pale rack, for a page with much text.
    Quiet,
    /// Strong colours with an outline around each part.
    HighContrast,
}

impl Theme {
    /// The themes.
    pub const ALL: [Self; 3] = [Self::Classic, Self::Quiet, Self::HighContrast];

    /// Returns the name of the theme in options and settings.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_svg::Theme;
    ///
    /// assert_eq!(Theme::ALL.map(Theme::name), ["classic", "quiet", "high-contrast"]);
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Quiet => "quiet",
            Self::HighContrast => "high-contrast",
        }
    }

    /// Returns the theme with a name.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_svg::Theme;
    ///
    /// assert_eq!(Theme::from_name("quiet"), Some(Theme::Quiet));
    /// assert_eq!(Theme::from_name("loud"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

/// Light or dark colours.
///
/// # Examples
///
/// ```
/// use marlin_core::Game;
/// use marlin_svg::{Appearance, Diagram};
///
/// let game = Game::on("7x6".parse()?);
/// assert!(Diagram::new(&game).to_string().contains("prefers-color-scheme"));
/// let dark = Diagram::new(&game).with_appearance(Appearance::Dark).to_string();
/// assert!(!dark.contains("prefers-color-scheme"));
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Appearance {
    /// Light or dark, as the reader prefers.
    #[default]
    Auto,
    /// Light for every reader.
    Light,
    /// Dark for every reader.
    Dark,
}

impl Appearance {
    /// The appearances.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Light, Self::Dark];

    /// Returns the name of the appearance in options and settings.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_svg::Appearance;
    ///
    /// assert_eq!(Appearance::ALL.map(Appearance::name), ["auto", "light", "dark"]);
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// Returns the appearance with a name.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_svg::Appearance;
    ///
    /// assert_eq!(Appearance::from_name("dark"), Some(Appearance::Dark));
    /// assert_eq!(Appearance::from_name("dusk"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|appearance| appearance.name() == name)
    }
}
