extension LoopbackServer {
    /// The ports that servers of this process have used.
    ///
    /// Clients reuse connections by port. The system may assign a port again before a connection to the previous server
    /// is closed, and a client would then send its request to the server that is stopping.
    enum UsedPorts {
        private static let numbers = Locked<Set<UInt16>>([])

        /// The number of ports that are remembered. Beyond it, all are forgotten.
        private static let limit = 8_192

        /// Adds a port. Returns false if a server used it before.
        static func insert(_ port: UInt16) -> Bool {
            numbers.withLock { numbers in
                if numbers.count >= limit { numbers.removeAll(keepingCapacity: true) }
                return numbers.insert(port).inserted
            }
        }
    }
}
