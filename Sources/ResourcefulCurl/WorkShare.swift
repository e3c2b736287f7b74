/// How much of a body a transfer takes before others have their turn.
///
/// Chunks of a byte, and codings, are work without end: without a share, one transfer holds up all others.
package struct WorkShare {
    private var work = 0

    /// So many pieces, or 256 KB of a coded body: about a millisecond.
    package static let limit = 2_000

    /// Nothing is taken yet.
    package init() {}

    /// Whether a piece may be taken now; if not, the share begins anew.
    package mutating func admits(_ byteCount: Int, isCoded: Bool) -> Bool {
        work += isCoded ? 1 + byteCount / 128 : 1
        guard work > Self.limit else { return true }
        work = 0
        return false
    }
}
