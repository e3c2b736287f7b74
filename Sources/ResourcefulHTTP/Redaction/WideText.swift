/// A piece of text in UTF-16 or UTF-32, as one byte for each unit: so that what looks for ASCII finds it.
struct WideText {
    /// ASCII as it is, and 0xFF for every other unit.
    let units: [UInt8]
    /// How many bytes a unit has: 2 or 4.
    let width: Int
    /// How many bytes of the piece stand before the first unit.
    let start: Int
    /// Which byte of a unit holds ASCII.
    private let low: Int

    /// Nil unless a good part of the piece is ASCII in wide units, which the zeros between show. It may begin inside a
    /// unit.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 8 else { return nil }
        var zeros = [0, 0, 0, 0]
        let sample = bytes.prefix(4_096)
        for (index, byte) in sample.enumerated() where byte == 0 { zeros[index % 4] += 1 }
        // A text in Chinese has few, but its byte order mark tells.
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

    /// The bytes of units.
    func bytes(of units: Range<Int>) -> Range<Int> {
        (start + units.lowerBound * width)..<(start + units.upperBound * width)
    }

    /// ASCII in such units.
    func wide(_ text: some Sequence<UInt8>) -> [UInt8] {
        text.flatMap { byte in (0..<width).map { $0 == low ? byte : 0 } }
    }
}
