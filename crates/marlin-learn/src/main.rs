//! Learns the weights of the move order.
mod fit;
mod value;
mod samples;
use std::io::Write;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    match a[1].as_str() {
        "sample" => samples::collect(a[2].as_ref(), a[3].parse().unwrap(), a[4].parse().unwrap()).unwrap(),
        _ => {
            let s: Vec<_> = a[4..].iter().flat_map(|f| samples::read(f.as_ref()).unwrap()).collect();
            eprintln!("{} samples", s.len());
            let pp = a[2].parse().unwrap();
            let n: u64 = std::env::var("ROOTS").unwrap().parse().unwrap();
        let v = if n == 0 { value::Value { odds: vec![0.0; 4 * 69 * 256], work: vec![0.0; 4 * 69 * 256] } } else {
            let o = samples::outcomes(n, 5).unwrap();
            eprintln!("{} outcomes", o.len());
            value::fit(&o, 6, 3, &mut |l| eprintln!("{l}"))
        };
        let (m, _l) = fit::fit(&s, &v, pp, a[3].parse().unwrap(), 1, &mut |l| eprintln!("{l}"));
            let mut out = std::fs::File::create("crates/marlin-core/src/search/weights.rs").unwrap();
            writeln!(out, "//! The weights of the order.\n\nuse super::ordering::{{CLASSES, Weights}};\n\n/// By class.\npub(super) static WEIGHTS: [Weights; CLASSES] = [").unwrap();
            for class in 0..24 {
                let c = &m.classes[class * fit::CLASS_LEN..][..fit::CLASS_LEN];
                let b = &m.classes[(24 + class % 4) * fit::CLASS_LEN..][..fit::CLASS_LEN];
                let q: Vec<i32> = c.iter().zip(b).map(|(x, y)| ((x + y) * 256.0).round() as i32).collect();
                writeln!(
                    out,
                    "Weights {{ features: {:?}, memories: {:?}, cells: {:?} }},",
                    &q[..fit::FEATURES],
                    &q[fit::FEATURES..fit::FEATURES + 8],
                    &q[fit::FEATURES + 8..]
                )
                .unwrap();
            }
            writeln!(out, "];").unwrap();
            let bytes: Vec<u8> =
                m.patterns.iter().flat_map(|x| ((x * 256.0).round() as i16).to_le_bytes()).collect();
            std::fs::write("crates/marlin-core/src/search/patterns.bin", bytes).unwrap();
        }
    }
}
