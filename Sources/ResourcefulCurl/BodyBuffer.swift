import ResourcefulCore

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A body that grows piece by piece, and becomes `Data` without being copied.
package struct BodyBuffer: ~Copyable {
    private var bytes: UnsafeMutableRawPointer?
    /// For how many there is room.
    package private(set) var capacity = 0
    /// How many bytes there are.
    package private(set) var count = 0

    package init() {}

    deinit { free(bytes) }

    /// Makes room for so many bytes in all; false when there is no memory for them.
    package mutating func reserveCapacity(_ wanted: Int) -> Bool {
        guard wanted > capacity else { return true }
        guard let larger = realloc(bytes, wanted) else { return false }
        (bytes, capacity) = (larger, wanted)
        return true
    }

    /// Adds bytes, if there are no more than a limit in all. Linear in their number, amortised.
    package mutating func append(_ piece: UnsafeRawBufferPointer, limit: Int) throws(TransportError) {
        guard let source = piece.baseAddress, !piece.isEmpty else { return }
        guard piece.count <= limit - count else {
            throw .largerThan(limit)
        }
        let wanted = count + piece.count
        if wanted > capacity {
            let rooms = [capacity(for: wanted, limit: limit), max(wanted, min(limit, capacity * 2)), wanted]
            guard rooms.contains(where: { reserveCapacity($0) }) else {
                throw TransportError(.tooLarge, "there is no memory for the response")
            }
        }
        guard let bytes else { return }
        memcpy(bytes + count, source, piece.count)
        count += piece.count
    }

    /// How much room is made for so many bytes, when more may follow.
    ///
    /// What was given back of smaller rooms stays with the process, so there are few of them: beyond a megabyte
    /// comes one so large that the system alone gives it, page by page as it is used, and moves it when it grows
    /// (mmap(2), mremap(2)).
    private func capacity(for wanted: Int, limit: Int) -> Int {
        let doubled = max(wanted, capacity * 2)
        return doubled <= Self.largestOfHeap ? doubled : max(doubled, min(limit, Self.leastOfSystem))
    }

    private static let largestOfHeap = 1 << 20
    /// The C library takes no memory of its own for so much (mallopt(3), DEFAULT_MMAP_THRESHOLD_MAX).
    private static let leastOfSystem = 64 << 20

    /// Hands the bytes over, and is empty again. Room that was never used is given back.
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
