import ResourcefulLoading

extension LoopbackServer {
    /// The ports that servers of this process have had.
    ///
    /// Clients keep connections by port. The system may give a port out again while a connection to the server before
    /// is not closed yet: a client would ask the one that is being stopped.
    enum UsedPorts {
        private static let numbers = Locked<Set<UInt16>>([])

        /// How many there may be before they are given out again.
        private static let limit = 8_192

        /// Notes a port; false when a server has had it before.
        static func insert(_ port: UInt16) -> Bool {
            numbers.withLock { numbers in
                if numbers.count >= limit { numbers.removeAll(keepingCapacity: true) }
                return numbers.insert(port).inserted
            }
        }
    }
}
