/// Sums of numbers of bytes, of which a server may have said any: what is too large for a number is the largest one.
enum ByteCount {
    static func sum(_ left: Int, _ right: Int) -> Int {
        let (sum, isTooLarge) = left.addingReportingOverflow(right)
        return isTooLarge ? .max : sum
    }

    /// The sum; nil when one of both is not known.
    static func sum(_ left: Int?, _ right: Int?) -> Int? {
        guard let left, let right else { return nil }
        return sum(left, right)
    }
}
