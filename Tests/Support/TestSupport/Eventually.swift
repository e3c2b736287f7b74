/// Waits for an event that another task or thread brings about; false after five minutes, which no machine needs.
///
/// It asserts that the event comes, and nothing about when.
package func eventually(_ condition: () async -> Bool) async -> Bool {
    for round in 0..<300_000 {
        if await condition() { return true }
        // What other tasks do is done between two yields. A thread of its own may take longer.
        if round < 1_000 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
    }
    return false
}
