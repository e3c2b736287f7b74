import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
    import Network
#endif

#if !canImport(Darwin)
    import Synchronization
#endif

/// What the system says about its networks.
enum NetworkMonitor {
    private static let queue = DispatchQueue(label: "ResourcefulConnectivity", qos: .utility, attributes: .concurrent)

    #if canImport(Darwin)
        /// Whether there is a network, again with each change of anything.
        static var states: AsyncStream<Bool> {
            AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
                let monitor = NWPathMonitor()
                monitor.pathUpdateHandler = { path in continuation.yield(path.status == .satisfied) }
                continuation.onTermination = { _ in monitor.cancel() }
                monitor.start(queue: queue)
            }
        }
    #else
        /// The loops that watch. One thread serves them all, as long as there is one.
        private static let loops = Mutex<[AsyncStream<Bool>.Continuation]>([])

        /// Whether there is a network, again with each change of anything, and each second.
        static var states: AsyncStream<Bool> {
            AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
                continuation.yield(NetworkInterfaces.haveAddress)
                let isFirst = loops.withLock { loops in
                    loops.append(continuation)
                    return loops.count == 1
                }
                if isFirst { queue.async(execute: watch) }
            }
        }

        @Sendable private static func watch() {
            // It listens before it looks, so that no change is missed.
            let socket = messages()
            defer { if socket >= 0 { close(socket) } }
            while true {
                let state = NetworkInterfaces.haveAddress
                let isOver = loops.withLock { loops in
                    loops.removeAll { if case .terminated = $0.yield(state) { true } else { false } }
                    return loops.isEmpty
                }
                if isOver { return }
                // Nothing is awaited of a negative descriptor but the second.
                var events = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
                poll(&events, 1, 1_000)
                discard(from: socket)
            }
        }

        /// Opens a socket that receives what the kernel tells about interfaces and addresses (RFC 3549; netlink(7)).
        /// Returns a negative number if that isn't allowed.
        private static func messages() -> Int32 {
            // AF_NETLINK, SOCK_RAW with SOCK_CLOEXEC and SOCK_NONBLOCK, and NETLINK_ROUTE, whose types differ, too.
            let descriptor = socket(16, 3 | 0o2000000 | 0o4000, 0)
            guard descriptor >= 0 else { return -1 }
            // A `sockaddr_nl`: the family, nothing, no port, and the groups of links and of IPv4 and IPv6 addresses.
            // A `sockaddr` has 16 bytes.
            var words: [UInt32] = [0, 0, 1 | 0x10 | 0x100, 0]
            withUnsafeMutableBytes(of: &words[0]) { $0.storeBytes(of: 16, as: UInt16.self) }
            let isBound = words.withUnsafeBytes { bytes in
                bytes.withMemoryRebound(to: sockaddr.self) { addresses in
                    addresses.baseAddress.map { bind(descriptor, $0, 12) == 0 } ?? false
                }
            }
            if isBound { return descriptor }
            close(descriptor)
            return -1
        }

        /// Reads what has arrived: that something has changed is all that counts.
        private static func discard(from socket: Int32) {
            withUnsafeTemporaryAllocation(byteCount: 8_192, alignment: 8) { buffer in
                while read(socket, buffer.baseAddress, buffer.count) > 0 {}
            }
        }
    #endif
}

/// The network interfaces of this machine.
enum NetworkInterfaces {
    /// Whether an interface that is up, other than the loopback, has an address for more than its own link.
    static var haveAddress: Bool {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return false }
        defer { freeifaddrs(first) }
        return sequence(first: first) { $0?.pointee.ifa_next }.prefix { $0 != nil }.contains { interface in
            guard let interface = interface?.pointee, let address = interface.ifa_addr else { return false }
            // IFF_UP, IFF_LOOPBACK and IFF_RUNNING, whose types differ between C libraries.
            guard interface.ifa_flags & (0x1 | 0x8 | 0x40) == 0x1 | 0x40 else { return false }
            switch Int32(address.pointee.sa_family) {
            case AF_INET: return true
            case AF_INET6:
                return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
                    // fe80::/10 (RFC 4291, section 2.5.6).
                    withUnsafeBytes(of: address.pointee.sin6_addr) { $0[0] != 0xFE || $0[1] & 0xC0 != 0x80 }
                }
            default: return false
            }
        }
    }
}
