//! Drops each tensor at once: dropped COUNT. run.py looks at how much memory that takes.
use pytorch_c::{check_versions, ops, Result};
use std::env;

fn main() -> Result<()> {
    check_versions()?;
    let count = env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(700);
    for _ in 0..count {
        ops::ones(&[1000, 1000], Default::default())?;
    }
    Ok(())
}
