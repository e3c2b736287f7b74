/// A piece of text in UTF-16 or UTF-32, as one byte per unit, which makes ASCII searchable.
struct WideText {
    /// The units: ASCII unchanged, and 0xFF for every other unit.
    let units: [UInt8]
    /// The number of bytes in a unit: 2 or 4.
    let width: Int
    /// The number of bytes before the first unit.
    let start: Int
    /// The index of the byte in a unit that holds ASCII.
    private let low: Int

    /// Creates the units of a piece, which may begin inside a unit. Nil unless the zeros in the piece show that a good
    /// part of it is ASCII in wide units.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 8 else { return nil }
        var zeros = [0, 0, 0, 0]
        let sample = bytes.prefix(4_096)
        for (index, byte) in sample.enumerated() where byte == 0 { zeros[index % 4] += 1 }
        // Chinese text, for example, has few zeros, but its byte order mark identifies it.
        let isMarked = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        let most = isMarked ? 1 : sample.count / 4 / 20
        let isZero = zeros.map { $0 >= max(1, most) }
        let (width, start, low): (Int, Int, Int)
        switch (isZero[0], isZero[1], isZero[2], isZero[3]) {
        case (true, false, true, false): (width, start, low) = (2, 0, 1)
        case (false, true, false, true): (width, start, low) = (2, 0, 0)
        case (true, true, true, false): (width, start, low) = (4, 0, 3)
        case (false, true, true, true): (width, start, low) = (4, 0, 0)
        case (true, false, true, true): (width, start, low) = (4, 1, 0)
        case (true, true, false, true): (width, start, low) = (4, 2, 0)
        default: return nil
        }
        var units: [UInt8] = []
        units.reserveCapacity(bytes.count / width)
        var place = start
        while place + width <= bytes.count {
            let isASCII = (0..<width).allSatisfy { $0 == low ? bytes[place + $0] < 0x80 : bytes[place + $0] == 0 }
            units.append(isASCII ? bytes[place + low] : 0xFF)
            place += width
        }
        (self.units, self.width, self.start, self.low) = (units, width, start, low)
    }

    /// Returns the range of bytes for a range of units.
    func bytes(of units: Range<Int>) -> Range<Int> {
        (start + units.lowerBound * width)..<(start + units.upperBound * width)
    }

    /// Returns ASCII text in units of this width.
    func wide(_ text: some Sequence<UInt8>) -> [UInt8] {
        text.flatMap { byte in (0..<width).map { $0 == low ? byte : 0 } }
    }
}
