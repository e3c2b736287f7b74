#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How much of a campaign is done: what finds a mistake within a second where the code is optimised, and a tenth of it
/// where it isn't and each round costs ten times as much. Both are run before a change lands.
///
/// All of every campaign, which takes minutes, is done with `CAMPAIGN=full swift test -c release`. The targets of the
/// tests share this file by links.
enum Effort {
    /// Whether all is done, however long it takes.
    static let isFull = ProcessInfo.processInfo.environment["CAMPAIGN"] == "full"

    /// Whether it is a part only.
    static var isReduced: Bool {
        #if DEBUG
            !isFull
        #else
            false
        #endif
    }

    /// So many rounds, or a tenth of them; ten times as many or so in a full campaign.
    static func rounds(_ count: Int, full: Int? = nil) -> Int {
        if isFull { return full ?? count }
        return isReduced ? max(count / 10, min(count, 20)) : count
    }
}
