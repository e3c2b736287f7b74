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
    /// Whether there is something to read, or an end to be noticed, before the time is over.
    func hasInput(within limit: Duration) -> Bool {
        poll(for: POLLIN, until: .now + limit) != 0
    }

    /// Waits for so long, or without end; false as soon as the other side has left or the socket was shut down.
    ///
    /// Nothing is read, so an upload that is not wanted stays where it is.
    func isConnected(after delay: Duration?) -> Bool {
        poll(for: leaving, until: delay.map { .now + $0 }) & ~Int16(truncatingIfNeeded: POLLIN) == 0
    }

    /// Waits until the other side has taken over all that was sent, a second at most.
    func awaitDelivery() {
        let deadline = ContinuousClock.now + .seconds(1)
        while undelivered > 0, .now < deadline, isConnected(after: .milliseconds(1)) {}
    }

    /// Ends the output, and reads on until the client has left, a second at most: closed at once, the connection would
    /// be reset where the client has sent more than was read, and the response lost (RFC 9112, section 9.6).
    func endOutputAndLinger() {
        endOutput()
        let deadline = ContinuousClock.now + .seconds(1)
        while hasInput(within: deadline - .now), let bytes = try? receive(upTo: 64 * 1024), !bytes.isEmpty {}
    }

    /// What happened of what was asked for, or 0 when the time was over first.
    private func poll(for events: Int32, until deadline: ContinuousClock.Instant?) -> Int16 {
        while true {
            var request = pollfd(fd: number, events: Int16(truncatingIfNeeded: events), revents: 0)
            let rest = deadline.map { max(.zero, $0 - .now) }
            let count = systemPoll(&request, rest.map { Int32($0.wholeMilliseconds(in: 0...Int(Int32.max))) } ?? -1)
            if count > 0, request.revents != 0 { return request.revents }
            // On Darwin an end behind what was not read yet ends the waiting, and is no event.
            if count > 0 { usleep(1_000) }
            if let rest, rest == .zero { return 0 }
            if count < 0, errno != EINTR { return Int16(truncatingIfNeeded: POLLERR) }
        }
    }

    /// How many bytes were sent and not yet taken over.
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
    // POLLRDHUP, which Swift does not see: tells of the client's end even while there is something left to read.
    private let leaving = Int32(0x2000)
#endif

private func systemPoll(_ request: inout pollfd, _ milliseconds: Int32) -> Int32 { poll(&request, 1, milliseconds) }
