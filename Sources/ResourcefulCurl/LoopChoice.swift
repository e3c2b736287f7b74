/// The number of a transport's loops, and the loop of each origin (Docs/Decisions/0052).
package enum LoopChoice {
    /// The maximum number of loops.
    package static let maximumCount = 64

    /// Returns the index of the loop of an origin. It depends only on the arguments, so it is the same in each process.
    ///
    /// - Parameter sharesProxy: Whether requests for `http` URLs to different origins may share connections to a proxy.
    ///   Then they all use the first loop.
    package static func index(of origin: Origin?, among count: Int, sharesProxy: Bool) -> Int {
        guard let origin, !(sharesProxy && origin.scheme == "http") else { return 0 }
        // FNV-1a. A last step mixes the upper bits in, because the remainder depends most on the lower ones.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in origin.host.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (hash ^ UInt64(truncatingIfNeeded: origin.port)) &* 0x100_0000_01b3
        if origin.scheme == "https" { hash = ~hash }
        hash = (hash ^ (hash >> 32)) &* 0x9e37_79b9_7f4a_7c15
        return Int((hash >> 32) % UInt64(max(1, count)))
    }

    /// Returns the number of loops for a number of processors: 1 below four, otherwise half of them, but at most 4.
    ///
    /// - Parameter quota: The content of the control group's `cpu.max`, if there is one: the microseconds of processor
    ///   time in each period, or `max`, and the length of a period.
    package static func count(processors: Int, quota: String?) -> Int {
        let numbers = quota?.split(whereSeparator: \.isWhitespace).map { Int($0) } ?? []
        var available = processors
        if numbers.count == 2, let time = numbers[0], let period = numbers[1], time > 0, period > 0 {
            available = min(available, time / period)
        }
        return available < 4 ? 1 : min(available / 2, 4)
    }
}

extension LoopChoice {
    /// The number of loops for the processors that this process may use.
    static let defaultCount = count(
        processors: ProcessInfo.processInfo.activeProcessorCount,
        quota: try? String(contentsOfFile: "/sys/fs/cgroup/cpu.max", encoding: .utf8))
}
