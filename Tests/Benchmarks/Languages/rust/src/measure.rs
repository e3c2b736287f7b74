//! The line of JSON that all contenders print.
use crate::loads::{Loads, Workload};
use crate::Failure;
use std::sync::Arc;
use std::time::Instant;

pub async fn measure(
    loads: Arc<Loads>, workload: Workload, count: usize, at_once: usize,
) -> Result<String, Failure> {
    let (warm_up, warm_up_count) = workload.warm_up();
    run(&loads, warm_up, warm_up_count, at_once).await?;
    let (start, used) = (Instant::now(), processor_time());
    run(&loads, workload, count, at_once).await?;
    let (wall, used) = (start.elapsed().as_nanos(), processor_time() - used);
    Ok(format!("{{\"wall\": {}, \"cpu\": {}, \"peak\": {}}}", wall, used, peak_memory()))
}

async fn run(loads: &Arc<Loads>, workload: Workload, count: usize, at_once: usize) -> Result<(), Failure> {
    if at_once == 1 {
        return load_some(loads.clone(), workload, 0, count, 1).await;
    }
    let tasks: Vec<_> = (0..at_once)
        .map(|first| tokio::spawn(load_some(loads.clone(), workload, first, count, at_once)))
        .collect();
    for task in tasks {
        task.await??;
    }
    Ok(())
}

async fn load_some(
    loads: Arc<Loads>, workload: Workload, first: usize, count: usize, step: usize,
) -> Result<(), Failure> {
    for _ in (first..count).step_by(step) {
        let outcome = loads.load(workload).await?;
        if !workload.accepts(outcome) {
            return Err(format!("wrong outcome {}", outcome).into());
        }
    }
    Ok(())
}

#[repr(C)]
struct Time {
    seconds: i64,
    nanoseconds: i64,
}

extern "C" {
    fn clock_gettime(clock: i32, time: *mut Time) -> i32;
}

/// Nanoseconds of processor time of all threads, in the program and in the kernel.
fn processor_time() -> u128 {
    const CLOCK_PROCESS_CPUTIME_ID: i32 = if cfg!(target_os = "macos") { 12 } else { 2 };
    let mut time = Time { seconds: 0, nanoseconds: 0 };
    // Writes a timespec, which these two numbers are on the systems of 64 bits that this runs on.
    unsafe { clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.seconds as u128 * 1_000_000_000 + time.nanoseconds as u128
}

/// Kibibytes that were resident at the peak; 0 where Linux doesn't tell.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}
