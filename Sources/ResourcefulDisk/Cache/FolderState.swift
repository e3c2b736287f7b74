/// The state that the writers of a folder share: the content of its state file.
struct FolderState: Equatable {
    /// The number of bytes in the files of entries.
    var byteCount = 0
    /// The number of entries.
    var count = 0
    /// The time of the last removal, or of the last eviction of an invalidation.
    var removal: Date?
    /// The number of invalidations that were kept since the old ones were last merged into `removal`.
    var invalidations = 0
    /// Whether a writer is active, or was when its process ended.
    var isDirty = false

    /// Whether the counts are possible. They aren't if the file was older than the entries, or another program changed
    /// these.
    var isPossible: Bool { byteCount >= 0 && count >= 0 }

    /// The size of a state file.
    static let size = 48
    private static let magic: UInt64 = 0x3165_7461_7453_5352  // "RSState1"

    /// The content of the file: magic, bytes, count, flags with the number of invalidations above them, removal and
    /// checksum, eight bytes each.
    var encoded: [UInt8] {
        let flags: UInt64 = (isDirty ? 1 : 0) | (removal == nil ? 0 : 2) | UInt64(clamping: invalidations) << 2
        let numbers = [
            Self.magic, UInt64(clamping: byteCount), UInt64(clamping: count), flags,
            (removal?.timeIntervalSinceReferenceDate ?? 0).bitPattern,
        ]
        return (numbers + [Self.sum(numbers)]).flatMap { number in withUnsafeBytes(of: number.littleEndian, Array.init)
        }
    }

    /// Creates an empty state.
    init() {}

    /// Creates the state in a file; nil if it isn't intact.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        let numbers = bytes.withUnsafeBytes { bytes in
            (0..<6).map { UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self)) }
        }
        let seconds = Double(bitPattern: numbers[4])
        guard numbers[0] == Self.magic, Self.sum(Array(numbers[..<5])) == numbers[5], seconds.isFinite,
            let byteCount = Int(exactly: numbers[1]), let count = Int(exactly: numbers[2]), byteCount <= .max / 8
        else { return nil }
        self.byteCount = byteCount
        self.count = count
        isDirty = numbers[3] & 1 != 0
        invalidations = Int(numbers[3] >> 2)
        removal = numbers[3] & 2 == 0 ? nil : Date(timeIntervalSinceReferenceDate: seconds)
    }

    private static func sum(_ numbers: [UInt64]) -> UInt64 {
        numbers.withUnsafeBytes { Checksum.sum(of: $0, after: 0, 0) }
    }
}
