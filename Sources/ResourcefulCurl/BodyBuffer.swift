#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A body that grows piece by piece, and becomes `Data` without a copy.
package struct BodyBuffer: ~Copyable {
    private var bytes: UnsafeMutableRawPointer?
    /// The number of bytes that fit.
    package private(set) var capacity = 0
    /// The number of bytes.
    package private(set) var count = 0

    package init() {}

    deinit { free(bytes) }

    /// Makes the capacity at least the given number of bytes. Returns false if there isn't enough memory.
    package mutating func reserveCapacity(_ wanted: Int) -> Bool {
        guard wanted > capacity else { return true }
        guard let larger = realloc(bytes, wanted) else { return false }
        (bytes, capacity) = (larger, wanted)
        return true
    }

    /// Appends bytes. Linear in their number, amortized.
    ///
    /// - Throws: `TransportError` if the total exceeds the limit, or if there isn't enough memory.
    package mutating func append(_ piece: UnsafeRawBufferPointer, limit: Int) throws(TransportError) {
        guard let source = piece.baseAddress, !piece.isEmpty else { return }
        guard piece.count <= limit - count else {
            throw .largerThan(limit)
        }
        let wanted = count + piece.count
        if wanted > capacity {
            let capacities = [capacity(for: wanted, limit: limit), max(wanted, min(limit, capacity * 2)), wanted]
            guard capacities.contains(where: { reserveCapacity($0) }) else {
                throw TransportError(.tooLarge, "not enough memory for the response")
            }
        }
        guard let bytes else { return }
        memcpy(bytes + count, source, piece.count)
        count += piece.count
    }

    /// Returns the new capacity for a number of bytes, when more may follow.
    ///
    /// Freed smaller buffers stay with the process, so there are few of them: beyond a megabyte, the buffer is so large
    /// that the system itself provides it, page by page as it's used, and moves it when it grows (mmap(2), mremap(2)).
    private func capacity(for wanted: Int, limit: Int) -> Int {
        let doubled = max(wanted, capacity * 2)
        return doubled <= Self.largestOfHeap ? doubled : max(doubled, min(limit, Self.leastOfSystem))
    }

    private static let largestOfHeap = 1 << 20
    /// The C library gets blocks of this size from the system (mallopt(3), DEFAULT_MMAP_THRESHOLD_MAX).
    private static let leastOfSystem = 64 << 20

    /// Returns the bytes and becomes empty. Frees capacity that is unused.
    package mutating func take() -> Data {
        defer { (bytes, capacity, count) = (nil, 0, 0) }
        guard let bytes, count > 0 else {
            free(bytes)
            return Data()
        }
        let fitting = capacity - count > count / 4 ? realloc(bytes, count) ?? bytes : bytes
        return Data(bytesNoCopy: fitting, count: count, deallocator: .free)
    }
}
