import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A body that grows piece by piece, and becomes `Data` without being copied.
struct BodyBuffer: ~Copyable {
    private var bytes: UnsafeMutableRawPointer?
    private var capacity = 0
    /// How many bytes there are.
    private(set) var count = 0

    init() {}

    deinit { free(bytes) }

    /// Makes room for so many bytes in all; false when there is no memory for them.
    mutating func reserveCapacity(_ wanted: Int) -> Bool {
        guard wanted > capacity else { return true }
        guard let larger = realloc(bytes, wanted) else { return false }
        (bytes, capacity) = (larger, wanted)
        return true
    }

    /// Adds bytes, if there are no more than a limit in all. Linear in their number, amortised.
    mutating func append(_ piece: UnsafeRawBufferPointer, limit: Int) throws(TransportError) {
        guard let source = piece.baseAddress, !piece.isEmpty else { return }
        guard piece.count <= limit - count else {
            throw .largerThan(limit)
        }
        if count + piece.count > capacity, !reserveCapacity(max(count + piece.count, capacity * 2)) {
            throw TransportError(.tooLarge, "there is no memory for the response")
        }
        guard let bytes else { return }
        memcpy(bytes + count, source, piece.count)
        count += piece.count
    }

    /// Hands the bytes over, and is empty again. Room that was never used is given back.
    mutating func take() -> Data {
        defer { (bytes, capacity, count) = (nil, 0, 0) }
        guard let bytes, count > 0 else {
            free(bytes)
            return Data()
        }
        let fitting = capacity - count > count / 4 ? realloc(bytes, count) ?? bytes : bytes
        return Data(bytesNoCopy: fitting, count: count, deallocator: .free)
    }
}
