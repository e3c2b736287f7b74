/// Waits until something holds, for as long as a machine may need that is busy with other programs; false if it never
/// does.
package func eventually(_ holds: () async throws -> Bool) async rethrows -> Bool {
    for _ in 0..<1_000 {
        if try await holds() { return true }
        try? await Task.sleep(for: .milliseconds(20))
    }
    return false
}
