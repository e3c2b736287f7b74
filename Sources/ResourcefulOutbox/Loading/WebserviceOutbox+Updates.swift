extension WebserviceOutbox {
    /// Returns a value as a screen shows it: with the changes of writes that wait, and again whenever it changes.
    ///
    ///     for try await shown in webservice.outbox.updates(of: Post.all.cached(), showing: [.like]) {
    ///         show(shown.value, pending: shown.pending)
    ///     }
    ///
    /// The stored value comes first, if there is one, then the server's. A write shows as soon as it is submitted, in
    /// this process or an earlier one. Its change disappears if it is refused or dropped, and is made again to each
    /// value that is loaded. When a write is answered, the value is loaded again, and the change stays until that value
    /// is there. A slow reader gets the latest value.
    ///
    /// The loop goes on until its task is canceled. If a load fails and there is a value to show, it comes again with
    /// ``ShownValue/failure``; else the loop ends with the error of `Webservice.load(_:)`.
    public func updates<Value: Sendable>(
        of loadable: some Loadable<Value>, showing changes: [OutboxChange<Value>]
    ) -> AsyncThrowingStream<ShownValue<Value>, any Error> {
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let screen = Screen(loadable.plan, changes, in: plans) { continuation.yield($0) }
            let (webservice, wakeups) = (webservice, Wakeup.all)
            let task = Task {
                do {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        group.addTask { try await webservice.load(screen.showing()) }
                        group.addTask { for await _ in wakeups { _ = try await webservice.load(screen.looking) } }
                        try await group.next()
                        group.cancelAll()
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// Wakes the screens of this process when it has changed an outbox, so that they needn't wait for their next look.
enum Wakeup {
    private static let waiting = ScreenLock<[Int: AsyncStream<Void>.Continuation]>([:])

    /// The wakeups from now on.
    static var all: AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let number = waiting.withLock { waiting in
                let number = (waiting.keys.max() ?? 0) + 1
                waiting[number] = continuation
                return number
            }
            continuation.onTermination = { _ in waiting.withLock { $0[number] = nil } }
        }
    }

    static func send() {
        for continuation in waiting.withLock({ Array($0.values) }) { continuation.yield() }
    }
}
