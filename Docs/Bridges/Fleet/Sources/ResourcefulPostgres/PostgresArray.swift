/// Values as PostgreSQL receives an array of them in its binary format.
enum PostgresArray {
    /// An array of byte strings.
    static func bytea(_ values: [[UInt8]?]) -> [UInt8] { array(values, of: 17) }

    /// An array of numbers, each in the binary format.
    static func float8(_ values: [[UInt8]?]) -> [UInt8] { array(values, of: 701) }

    /// One dimension, which begins with 1: the number of dimensions, whether there are nulls, the type; the length, the
    /// first index; and each value with its size.
    private static func array(_ values: [[UInt8]?], of type: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(values.reduce(20) { $0 + 4 + ($1?.count ?? 0) })
        let hasNull = values.contains { $0 == nil }
        for number in [1, hasNull ? 1 : 0, type, Int32(clamping: values.count), 1] { bytes += Self.bytes(of: number) }
        for value in values {
            bytes += Self.bytes(of: value.map { Int32(clamping: $0.count) } ?? -1)
            bytes += value ?? []
        }
        return bytes
    }

    private static func bytes(of number: Int32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
}
