import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Ctrl-C cancels the work. A second one, at least a second later, ends the program.
func interruptible<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let task = Task { try await work() }
    signal(SIGINT, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler {
        task.cancel()
        // Not at once, because some senders send it twice.
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { signal(SIGINT, SIG_DFL) }
    }
    source.resume()
    defer {
        source.cancel()
        signal(SIGINT, SIG_DFL)
    }
    return try await task.value
}
