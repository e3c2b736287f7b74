#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

extension LoopbackServer.Descriptor {
    /// Whether there's input or the end of the connection before the time limit.
    func hasInput(within limit: Duration) -> Bool {
        poll(for: POLLIN, until: .now + limit) != 0
    }

    /// Waits for a duration, or without limit. Returns false as soon as the client has left or the socket was shut
    /// down.
    ///
    /// It reads nothing, so an unwanted upload stays in the socket's buffer.
    func isConnected(after delay: Duration?) -> Bool {
        poll(for: leaving, until: delay.map { .now + $0 }) & ~Int16(truncatingIfNeeded: POLLIN) == 0
    }

    /// Waits until the client has acknowledged all bytes that were sent, for at most one second.
    func awaitDelivery() {
        let deadline = ContinuousClock.now + .seconds(1)
        while undelivered > 0, .now < deadline, isConnected(after: .milliseconds(1)) {}
    }

    /// Ends the output, and reads on until the client has left, for at most one second. If the socket were closed at
    /// once with unread input, the connection would be reset and the response lost (RFC 9112, section 9.6).
    func endOutputAndLinger() {
        endOutput()
        let deadline = ContinuousClock.now + .seconds(1)
        while hasInput(within: deadline - .now), let bytes = try? receive(upTo: 64 * 1024), !bytes.isEmpty {}
    }

    /// Returns the events that happened; 0 if the deadline passed first.
    private func poll(for events: Int32, until deadline: ContinuousClock.Instant?) -> Int16 {
        while true {
            var request = pollfd(fd: number, events: Int16(truncatingIfNeeded: events), revents: 0)
            let rest = deadline.map { max(.zero, $0 - .now) }
            let count = systemPoll(&request, rest.map { Int32($0.wholeMilliseconds(in: 0...Int(Int32.max))) } ?? -1)
            if count > 0, request.revents != 0 { return request.revents }
            // On Darwin, the end of the connection behind unread input ends the wait without an event.
            if count > 0 { usleep(1_000) }
            if let rest, rest == .zero { return 0 }
            if count < 0, errno != EINTR { return Int16(truncatingIfNeeded: POLLERR) }
        }
    }

    /// The number of bytes that were sent but not acknowledged yet.
    private var undelivered: Int32 {
        var count: Int32 = 0
        #if canImport(Darwin)
            var size = socklen_t(MemoryLayout<Int32>.size)
            return getsockopt(number, SOL_SOCKET, SO_NWRITE, &count, &size) == 0 ? count : 0
        #else
            return ioctl(number, UInt(TIOCOUTQ), &count) == 0 ? count : 0
        #endif
    }
}

#if canImport(Darwin)
    private let leaving = POLLHUP
#else
    // POLLRDHUP, which isn't imported into Swift. It reports the client's end even if there's unread input.
    private let leaving = Int32(0x2000)
#endif

private func systemPoll(_ request: inout pollfd, _ milliseconds: Int32) -> Int32 { poll(&request, 1, milliseconds) }
