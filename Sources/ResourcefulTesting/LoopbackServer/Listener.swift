#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

extension LoopbackServer {
    /// The listening socket, and a pipe that wakes the thread that accepts connections.
    struct Listener: Sendable {
        let port: UInt16
        private let socket: Descriptor
        private let alarm: Descriptor
        private let trigger: Descriptor

        /// Listens on a port of 127.0.0.1; 0 for any free port.
        init(port: UInt16) throws(SystemError) {
            (socket, self.port) = try Self.socket(port: port, attempts: 16)
            var pipe: [Int32] = [-1, -1]
            do throws(SystemError) {
                guard systemPipe(&pipe) == 0 else { throw SystemError("pipe") }
            } catch {
                socket.close()
                throw error
            }
            alarm = Descriptor(number: pipe[0])
            trigger = Descriptor(number: pipe[1])
            for end in [alarm, trigger] { end.closeOnExec() }
        }

        /// Returns a listening socket and its port. It tries a number of times to find a port that no server had
        /// before.
        private static func socket(port: UInt16, attempts: Int) throws(SystemError) -> (Descriptor, UInt16) {
            let socket = try Descriptor.stream()
            let found: UInt16
            do throws(SystemError) {
                found = try socket.listen(port: port)
            } catch {
                socket.close()
                throw error
            }
            if UsedPorts.insert(found) || port != 0 || attempts <= 1 { return (socket, found) }
            // Closed only afterward, so that the system can't assign the same port again.
            defer { socket.close() }
            return try Self.socket(port: port, attempts: attempts - 1)
        }

        /// Wakes ``accept()`` for good. Call it once.
        func wake() { trigger.close() }

        /// Closes everything except the trigger. Called once, by the thread that accepts connections.
        func close() {
            socket.close()
            alarm.close()
        }

        /// Returns the next connection; nil after ``wake()``.
        func accept() -> Descriptor? {
            while true {
                var requests = [socket, alarm].map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
                guard retrying({ poll(&requests, 2, -1) }) >= 0, requests[1].revents == 0 else { return nil }
                let number = systemAccept(socket.number)
                if number >= 0 { return Descriptor(number: number).prepared() }
                // If descriptors or memory run out, the client waits in the backlog until there are some again.
                let isShort = [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno)
                if isShort, alarm.hasInput(within: .milliseconds(10)) { return nil }
            }
        }
    }
}

extension LoopbackServer.Descriptor {
    /// Creates a TCP socket for IPv4.
    fileprivate static func stream() throws(LoopbackServer.SystemError) -> Self {
        let number = socket(AF_INET, streamType, 0)
        guard number >= 0 else { throw .init("socket") }
        return Self(number: number)
    }

    /// Listens on 127.0.0.1, and returns the port.
    fileprivate func listen(port: UInt16) throws(LoopbackServer.SystemError) -> UInt16 {
        closeOnExec()
        setOption(SOL_SOCKET, SO_REUSEADDR, Int32(1))
        // Nonblocking, because a client that gives up between `poll` and `accept` would block the thread.
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return try withUnsafeMutablePointer(to: &address) { pointer throws(LoopbackServer.SystemError) in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                general throws(LoopbackServer.SystemError) in
                guard bind(number, general, size) == 0 else { throw .init("bind to 127.0.0.1:\(port)") }
                guard systemListen(number) == 0 else { throw .init("listen") }
                guard getsockname(number, general, &size) == 0 else { throw .init("getsockname") }
            }
            return UInt16(bigEndian: pointer.pointee.sin_port)
        }
    }

    /// Returns an accepted socket with the options for a connection.
    fileprivate func prepared() -> Self {
        closeOnExec()
        // On some systems, it inherits the flags of the listening socket.
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK)
        setOption(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
        #if canImport(Darwin)
            setOption(SOL_SOCKET, SO_NOSIGPIPE, Int32(1))
        #endif
        return self
    }

    fileprivate func closeOnExec() { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }

    /// Makes ``close()`` reset the connection (RST) instead of ending it.
    func resetWhenClosed() { setOption(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0)) }
}

#if canImport(Glibc)
    private let streamType = Int32(SOCK_STREAM.rawValue)
#else
    private let streamType = SOCK_STREAM
#endif

private func systemPipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }
private func systemAccept(_ number: Int32) -> Int32 { accept(number, nil, nil) }
private func systemListen(_ number: Int32) -> Int32 { listen(number, SOMAXCONN) }

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
