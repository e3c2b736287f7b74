#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How much of a campaign is done: where the code is optimised, what most likely finds a mistake in a second; where it
/// isn't, and each round costs ten times as much, a twenty-fifth of that. Both are run before a change lands.
///
/// All of every campaign is done by `CAMPAIGN=full swift test -c release`, in about a minute; worth it after a change
/// of what the campaign is about.
package enum Effort {
    /// Whether all is done, however long it takes.
    package static let isFull = ProcessInfo.processInfo.environment["CAMPAIGN"] == "full"

    /// Whether it is a part only.
    package static var isReduced: Bool {
        #if DEBUG
            !isFull
        #else
            false
        #endif
    }

    /// So many rounds, or a twenty-fifth of them; in a full campaign more, where that was found to be of use.
    package static func rounds(_ count: Int, full: Int? = nil) -> Int {
        size(reduced: max(count / 25, min(count, 8)), usual: count, full: full ?? count)
    }

    /// One of three sizes: for what does not cost in proportion to a number of rounds.
    package static func size<Size>(reduced: Size, usual: Size, full: Size) -> Size {
        isFull ? full : isReduced ? reduced : usual
    }
}
