//! The weak solution.

use marlin_coach::weak::{FILE, Solution, verify};

#[test]
fn the_solution_wins_against_every_reply() {
    let solution: Solution = FILE.parse().unwrap();
    let time = std::time::Instant::now();
    let proof = verify(&solution).unwrap();
    println!("{proof:?} {:?}", time.elapsed());
    assert_eq!(solution.to_string().trim(), FILE.trim());
}
