//! Rust's reqwest, started like the contenders in Swift:
//!
//!     rust-reqwest SERVER WORKLOAD COUNT AT-ONCE
mod loads;
mod measure;

use loads::Loads;
use std::sync::Arc;

pub type Failure = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().collect();
    if words.len() < 5 {
        return Err("usage: SERVER WORKLOAD COUNT AT-ONCE".into());
    }
    let (count, at_once): (usize, usize) = (words[3].parse()?, words[4].parse()?);
    let loads = Arc::new(Loads::new(&words[1])?);
    match loads::Workload::named(&words[2]) {
        Some(workload) => println!("{}", measure::measure(loads, workload, count, at_once).await?),
        None => println!("null"),
    }
    Ok(())
}
