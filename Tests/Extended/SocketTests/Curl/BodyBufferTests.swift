import ResourcefulCurl
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A body of unknown length, as it grows.
@Suite(.alone) struct BodyBufferTests {
    /// Adds pieces of ten thousand bytes; how often room was made.
    private static func rooms(for count: Int, limit: Int) throws -> Int {
        var buffer = BodyBuffer()
        var rooms = 0
        let piece = (0..<10_000).map { UInt8(truncatingIfNeeded: $0) }
        while buffer.count < count {
            let before = buffer.capacity
            try piece.withUnsafeBytes { try buffer.append($0, limit: limit) }
            if buffer.capacity != before { rooms += 1 }
        }
        let data = buffer.take()
        #expect(data.count == count && data.suffix(10_000).elementsEqual(piece))
        return rooms
    }

    @Test(arguments: [(1_000_000, 8), (10_000_000, 10), (100_000_000, 11)])
    func `room is made a few times, however large the body becomes`(count: Int, most: Int) throws {
        #expect(try Self.rooms(for: count, limit: .max) <= most)
    }

    #if os(Linux)
        @Test func `where the system gives no large room, it doubles all the same`() async {
            await #expect(processExitsWith: .success) {
                // Room for 60 MB more than there is: not for 64, but for what doubles to them.
                var limit = rlimit()
                limit.rlim_cur = try #require(Self.addressSpaceInUse()) + 60 << 20
                limit.rlim_max = limit.rlim_cur
                #expect(setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0)
                let rooms = try Self.rooms(for: 20_000_000, limit: 100 << 20)
                #expect((12...20).contains(rooms), "\(rooms)")
            }
        }

        /// How large the process is, in bytes (proc(5)).
        private static func addressSpaceInUse() -> UInt? {
            guard let file = fopen("/proc/self/statm", "r") else { return nil }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 64)
            guard fgets(&line, 64, file) != nil else { return nil }
            return UInt(strtoul(line, nil, 10)) * UInt(sysconf(Int32(_SC_PAGESIZE)))
        }
    #endif
}
