/// A quick test that rules out nearly every stub that doesn't match a request, in three comparisons: the method, and
/// the first and last eight bytes of the path.
struct StubFingerprint {
    /// Up to eight bytes in one word, and a mask of the bits that count.
    struct Mark {
        var bytes: UInt64 = 0
        var mask: UInt64 = 0

        /// Creates a mark of the first bytes, the first one lowest.
        init(first bytes: some Sequence<UInt8>) {
            var shift: UInt64 = 0
            for byte in bytes {
                guard shift < 64 else { return }
                self.bytes |= UInt64(byte) << shift
                mask |= 0xFF << shift
                shift += 8
            }
        }

        /// Creates a mark of the last bytes, the last one lowest.
        init(last bytes: ArraySlice<UInt8>) { self.init(first: bytes.suffix(8).reversed()) }

        /// Whether the other mark has the same bytes where this one's bits count.
        func isIn(_ other: Mark) -> Bool { (bytes ^ other.bytes) & mask == 0 && mask & ~other.mask == 0 }
    }

    private let method: Mark
    private let head: Mark
    private let tail: Mark

    /// Creates the fingerprint of a request.
    init(_ asked: StubRequest) {
        method = Mark(first: asked.request.method.rawValue.utf8)
        head = Mark(first: asked.path)
        tail = Mark(last: asked.path)
    }

    /// Creates the fingerprint that all requests of a stub have in common.
    init(_ stub: Stub) {
        method = Mark(first: stub.method?.rawValue.utf8 ?? "".utf8)
        var (first, last): (ArraySlice<UInt8>, ArraySlice<UInt8>) = ([], [])
        if stub.path.isRooted, case .literal(let literal)? = stub.path.pieces.first { first = literal }
        if case .literal(let literal)? = stub.path.pieces.last { last = literal }
        (head, tail) = (Mark(first: first), Mark(last: last))
    }

    /// Whether the stub may match a request.
    func fits(_ request: StubFingerprint) -> Bool {
        head.isIn(request.head) && tail.isIn(request.tail) && method.isIn(request.method)
    }
}
