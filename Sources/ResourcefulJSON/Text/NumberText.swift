/// The text of a number, and what can be read after it, which doesn't begin with a digit: so the last digits, too, are
/// read eight bytes at a time.
struct NumberText {
    /// The number, and the bytes after it.
    let readable: UnsafeRawBufferPointer
    /// The number of bytes of the number.
    let count: Int

    @inline(__always)
    init(readable: UnsafeRawBufferPointer, count: Int) {
        (self.readable, self.count) = (readable, count)
    }

    /// Creates the text of a number after which nothing can be read.
    init(_ number: UnsafeRawBufferPointer) { self.init(readable: number, count: number.count) }

    @inline(__always) var isNegative: Bool { readable.first == UInt8(ascii: "-") }

    /// The number alone.
    var only: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: readable[..<count]) }
}
