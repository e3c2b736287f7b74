/// What nearly every stub that is not for a request is told by, in three comparisons: the method, and the beginning and
/// the end of the path, eight bytes of each.
struct StubFingerprint {
    /// Up to eight bytes in one word, and which of its bits count.
    struct Mark {
        var bytes: UInt64 = 0
        var mask: UInt64 = 0

        /// The first bytes, the very first one lowest.
        init(first bytes: some Sequence<UInt8>) {
            var shift: UInt64 = 0
            for byte in bytes {
                guard shift < 64 else { return }
                self.bytes |= UInt64(byte) << shift
                mask |= 0xFF << shift
                shift += 8
            }
        }

        /// The last bytes, the very last one lowest.
        init(last bytes: ArraySlice<UInt8>) { self.init(first: bytes.suffix(8).reversed()) }

        /// Whether what counts here stands there.
        func isIn(_ other: Mark) -> Bool { (bytes ^ other.bytes) & mask == 0 && mask & ~other.mask == 0 }
    }

    private let method: Mark
    private let head: Mark
    private let tail: Mark

    /// The fingerprint of a request.
    init(_ asked: StubRequest) {
        method = Mark(first: asked.request.method.rawValue.utf8)
        head = Mark(first: asked.path)
        tail = Mark(last: asked.path)
    }

    /// What the requests have in common that a stub is for.
    init(_ stub: Stub) {
        method = Mark(first: stub.method?.rawValue.utf8 ?? "".utf8)
        var (first, last): (ArraySlice<UInt8>, ArraySlice<UInt8>) = ([], [])
        if stub.path.isRooted, case .literal(let literal)? = stub.path.pieces.first { first = literal }
        if case .literal(let literal)? = stub.path.pieces.last { last = literal }
        (head, tail) = (Mark(first: first), Mark(last: last))
    }

    /// Whether a stub may be for a request.
    func fits(_ request: StubFingerprint) -> Bool {
        head.isIn(request.head) && tail.isIn(request.tail) && method.isIn(request.method)
    }
}
