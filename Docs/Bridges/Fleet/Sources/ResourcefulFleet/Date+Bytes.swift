#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension Date {
    /// The seconds since 2001 in eight bytes.
    package var bytes: [UInt8] {
        withUnsafeBytes(of: timeIntervalSinceReferenceDate.bitPattern.littleEndian) { Array($0) }
    }

    /// Reads a date; nil unless there are eight bytes.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 8 else { return nil }
        let pattern = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        self.init(timeIntervalSinceReferenceDate: Double(bitPattern: pattern))
    }
}
