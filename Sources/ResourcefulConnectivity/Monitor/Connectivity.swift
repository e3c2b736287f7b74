public import ResourcefulLoading

/// Whether this machine has a network: an interface that is up and has an address, apart from the loopback.
///
///     for await isAvailable in Connectivity.updates where isAvailable {
///         try await webservice.outbox.send()
///     }
///
/// A network doesn't mean that a server can be reached, and a server on this machine can be reached without one. So ask
/// after a failure, as `Policy.waitingForConnectivity(upTo:)` does, and never before a load.
public enum Connectivity {
    /// Whether there is a network now. It costs a few system calls.
    public static var isAvailable: Bool { NetworkInterfaces.haveAddress }

    /// Whether there is a network: now, and whenever that changes.
    ///
    /// On Linux, the kernel tells about its interfaces (netlink, RFC 3549). Where a program may not listen, it looks
    /// each second; one thread serves all loops. On Apple's platforms, it is `NWPathMonitor`. A loop ends when its task
    /// is canceled.
    public static var updates: ConnectivityUpdates { ConnectivityUpdates() }
}

/// The states of ``Connectivity``, the current one first.
public struct ConnectivityUpdates: AsyncSequence, Sendable {
    /// Creates the iterator of a loop, which begins to watch.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }

    /// The iterator of a loop.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var states = NetworkMonitor.states.makeAsyncIterator()
        private var last: Bool?

        fileprivate init() {}

        /// Returns the current state, then waits for another one; nil if the task is canceled.
        public mutating func next() async -> Bool? {
            while let state = await states.next() {
                if state != last {
                    last = state
                    return state
                }
            }
            return nil
        }
    }
}

extension Answer {
    /// The answer of this machine to `Question.connectivity`.
    public static var connectivity: Answer {
        .to(.connectivity) {
            for await isAvailable in Connectivity.updates where isAvailable { return }
            throw CancellationError()
        }
    }
}
