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
    /// A system call that failed.
    struct SystemError: Error, CustomStringConvertible {
        let call: String
        let code: Int32

        init(_ call: String, code: Int32 = errno) {
            self.call = call
            self.code = code
        }

        var description: String { "\(call) failed: \(String(cString: strerror(code))) (\(code))." }
    }

    /// The descriptor of a socket or pipe, with system calls that retry when a signal interrupts them.
    ///
    /// It doesn't own the descriptor: its user must close it once.
    struct Descriptor: Hashable, Sendable {
        let number: Int32

        /// Returns at most the given number of bytes, as soon as there are any; none if the client has closed the
        /// connection.
        func receive(upTo count: Int) throws(SystemError) -> [UInt8] {
            var result = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
                result = retrying { recv(number, buffer.baseAddress, count, 0) }
                initializedCount = max(0, result)
            }
            guard result >= 0 else { throw SystemError("recv") }
            return bytes
        }

        /// Sends all bytes, in as few calls as the system allows.
        func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
            var rest = bytes
            while let base = rest.baseAddress, !rest.isEmpty {
                let count = retrying { sendBytes(number, base, rest.count) }
                guard count >= 0 else { throw SystemError("send") }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            }
        }

        /// Ends the connection in both directions, and wakes all threads that wait for the client.
        func shutdown() { _ = systemShutdown(number, both) }

        /// Ends the output.
        func endOutput() { _ = systemShutdown(number, output) }

        /// Closes the descriptor. The call is never repeated: on Linux the descriptor is gone even if the call is
        /// interrupted.
        func close() { _ = systemClose(number) }

        func setOption<Value: BitwiseCopyable>(_ level: Int32, _ name: Int32, _ value: Value) {
            var value = value
            _ = setsockopt(number, level, name, &value, socklen_t(MemoryLayout<Value>.size))
        }
    }
}

/// Repeats a system call while signals interrupt it.
func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

/// Sends bytes without SIGPIPE: by a flag, or on Darwin by an option of the socket.
private func sendBytes(_ number: Int32, _ base: UnsafeRawPointer, _ count: Int) -> Int {
    #if canImport(Darwin)
        send(number, base, count, 0)
    #else
        send(number, base, count, Int32(MSG_NOSIGNAL))
    #endif
}

// Wrappers for system functions that the methods of the same names above would hide.
private func systemShutdown(_ number: Int32, _ how: Int32) -> Int32 { shutdown(number, how) }
private func systemClose(_ number: Int32) -> Int32 { close(number) }
private let both = Int32(SHUT_RDWR)
private let output = Int32(SHUT_WR)
