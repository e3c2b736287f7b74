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

/// Ctrl-C ends a task rather than the program. A second Ctrl-C, at least a second later, ends the program.
struct Interruption: ~Copyable {
    private let source: any DispatchSourceSignal

    /// Calls a function at the first Ctrl-C.
    init(_ interrupted: @escaping @Sendable () -> Void) {
        signal(SIGINT, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler {
            interrupted()
            // Not at once, because some senders send it twice.
            DispatchQueue.global().asyncAfter(deadline: .now() + 1) { signal(SIGINT, SIG_DFL) }
        }
        source.resume()
    }

    deinit {
        source.cancel()
        signal(SIGINT, SIG_DFL)
    }
}
