#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A port of 127.0.0.1 to which connections are made, and at which nobody ever answers.
struct SilentPort {
    struct NoSocket: Error {}

    let number: UInt16
    private let descriptor: Int32

    init() throws {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (socket, count) = (descriptor, size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                bind(socket, general, count) == 0 && listen(socket, 8) == 0 && getsockname(socket, general, &size) == 0
            }
        }
        guard isListening else { throw NoSocket() }
        number = UInt16(bigEndian: address.sin_port)
    }

    func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
