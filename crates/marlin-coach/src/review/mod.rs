//! Reviews of games: what each move gave away.
