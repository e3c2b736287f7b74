/// The amount of work that a transfer's body may take before other transfers have their turn.
///
/// Chunks of a byte, and content codings, can be endless work: without a share, one transfer delays all others.
package struct WorkShare {
    private var work = 0

    /// The number of pieces, or 256 KB of a coded body: about a millisecond.
    package static let limit = 2_000

    /// Creates a share of which nothing is used.
    package init() {}

    /// Whether a piece may be received now. If not, a new share begins.
    package mutating func admits(_ byteCount: Int, isCoded: Bool) -> Bool {
        work += isCoded ? 1 + byteCount / 128 : 1
        guard work > Self.limit else { return true }
        work = 0
        return false
    }
}
