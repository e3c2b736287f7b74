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
    /// A call to the system that failed.
    struct SystemError: Error, CustomStringConvertible {
        let call: String
        let code: Int32

        init(_ call: String, code: Int32 = errno) {
            self.call = call
            self.code = code
        }

        var description: String { "\(call) failed: \(String(cString: strerror(code))) (\(code))." }
    }

    /// A socket or pipe of the system: its descriptor, with the system's calls made safe against interruption.
    ///
    /// A value does not own the descriptor; whoever keeps it closes it, once.
    struct Descriptor: Hashable, Sendable {
        let number: Int32

        /// At most so many bytes as soon as there are any, none when the other side has closed.
        func receive(upTo count: Int) throws(SystemError) -> [UInt8] {
            var result = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
                result = retrying { recv(number, buffer.baseAddress, count, 0) }
                initializedCount = max(0, result)
            }
            guard result >= 0 else { throw SystemError("recv") }
            return bytes
        }

        /// Sends all of the bytes, in as few calls as the system allows.
        func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
            var rest = bytes
            while let base = rest.baseAddress, !rest.isEmpty {
                let count = retrying { sendBytes(number, base, rest.count) }
                guard count >= 0 else { throw SystemError("send") }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            }
        }

        /// Wakes every thread that waits for the other side, which sees the end of the connection.
        func shutdown() { _ = systemShutdown(number, both) }

        /// Says that nothing more will be sent.
        func endOutput() { _ = systemShutdown(number, output) }

        /// Gives the descriptor back. On Linux it is gone even when the call is interrupted, so it is never repeated.
        func close() { _ = systemClose(number) }

        func setOption<Value: BitwiseCopyable>(_ level: Int32, _ name: Int32, _ value: Value) {
            var value = value
            _ = setsockopt(number, level, name, &value, socklen_t(MemoryLayout<Value>.size))
        }
    }
}

/// Repeats a call for as long as a signal interrupts it.
func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

/// Never raises SIGPIPE: by a flag, or on Darwin by the socket's option.
private func sendBytes(_ number: Int32, _ base: UnsafeRawPointer, _ count: Int) -> Int {
    #if canImport(Darwin)
        send(number, base, count, 0)
    #else
        send(number, base, count, Int32(MSG_NOSIGNAL))
    #endif
}

// The system's names are those of the methods above, which would hide them.
private func systemShutdown(_ number: Int32, _ how: Int32) -> Int32 { shutdown(number, how) }
private func systemClose(_ number: Int32) -> Int32 { close(number) }
private let both = Int32(SHUT_RDWR)
private let output = Int32(SHUT_WR)
