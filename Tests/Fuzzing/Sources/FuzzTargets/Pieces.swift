/// Ways to cut an input in pieces: the law of what is read piece by piece is that the cuts make no difference.
enum Pieces {
    /// The input as a whole, byte by byte, cut once, and cut in pieces of many lengths. The places follow from the
    /// input, so that a finding is found again.
    static func ways(of bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
        guard !bytes.isEmpty else { return [[]] }
        var numbers = PieceNumbers(bytes)
        let cut = numbers.next(upTo: bytes.count)
        return [
            [bytes[...]], bytes.indices.map { bytes[$0...$0] }, [bytes[..<cut], bytes[cut...]].filter { !$0.isEmpty },
            inPieces(bytes, &numbers),
        ]
    }

    private static func inPieces(_ bytes: [UInt8], _ numbers: inout PieceNumbers) -> [ArraySlice<UInt8>] {
        var (pieces, rest) = ([ArraySlice<UInt8>](), bytes[...])
        let longest = numbers.next(upTo: 31) + 1
        while !rest.isEmpty {
            let piece = rest.prefix(numbers.next(upTo: longest) + 1)
            pieces.append(piece)
            rest = rest.dropFirst(piece.count)
        }
        return pieces
    }
}

/// Numbers that follow from an input.
struct PieceNumbers {
    private var state: UInt64

    init(_ bytes: [UInt8]) {
        // FNV-1a.
        state = bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 } | 1
    }

    /// A number from 0 to a limit.
    mutating func next(upTo limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 33) % (limit + 1)
    }
}

/// What came of an input: elements, then a failure if there was one.
struct PieceOutcome<Element: Equatable>: Equatable {
    var elements: [Element] = []
    var failure: String?
}

/// Throws unless the outcome is the same however the input is cut. Returns it.
@discardableResult
func requireSameOutcome<Element>(
    of bytes: [UInt8], _ parse: ([ArraySlice<UInt8>]) -> PieceOutcome<Element>
) throws(Violation) -> PieceOutcome<Element> {
    var whole: PieceOutcome<Element>?
    for pieces in Pieces.ways(of: bytes) {
        let outcome = parse(pieces)
        if let whole {
            try require(outcome, equals: whole, "in pieces of \(pieces.prefix(20).map(\.count)) bytes it differs")
        }
        whole = whole ?? outcome
    }
    return whole ?? PieceOutcome()
}
