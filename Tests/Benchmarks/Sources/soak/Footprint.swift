#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What this process has now, where the system tells: zeros elsewhere.
struct Footprint: CustomStringConvertible {
    /// Resident memory.
    let kibibytes: Int
    /// Open files and sockets.
    let descriptors: Int

    static var now: Footprint {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
            .split(separator: " ").dropFirst().first.flatMap { Int($0) }
        let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        return Footprint(kibibytes: (pages ?? 0) * 4, descriptors: descriptors ?? 0)
    }

    var description: String { "\(kibibytes / 1_024) MB, \(descriptors) descriptors" }
}
