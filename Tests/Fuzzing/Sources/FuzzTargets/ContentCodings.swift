import ResourcefulCurl
import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension FuzzTarget {
    /// Bodies in content codings, one or two of them: the first byte says which. This is what reaches the shim in C.
    static let contentCodings = FuzzTarget("ContentCodings") { bytes throws(Violation) in
        guard let first = bytes.first else { return }
        let coding = codings[Int(first) % codings.count]
        let coded = Array(bytes.dropFirst())
        try requireSameOutcome(of: coded) { pieces in
            var outcome = Undone(pieces, coding).outcome
            // How much of it is there before a failure depends on the pieces.
            if outcome.failure != nil { outcome.elements = [] }
            return outcome
        }
        guard coding == "gzip" else { return }
        let gzip = Gzip.compressed(Data(coded))
        let undone = Undone([Array(gzip)[...]], coding).outcome
        try require(undone, equals: PieceOutcome(elements: coded), "coded and undone it is something else")
        let cut = gzip.dropLast(PieceNumbers(coded).cut(upTo: gzip.count - 1))
        try require(Undone([Array(cut)[...]], coding).outcome.failure != nil, "cut short it is taken for the whole")
    }

    private static let codings = [
        "gzip", "deflate", "br", "gzip, br", "br, gzip", "deflate, gzip", "gzip, gzip", "br, deflate",
    ]
}

extension PieceNumbers {
    /// A number from 1 to a limit.
    fileprivate func cut(upTo limit: Int) -> Int {
        var numbers = self
        return numbers.next(upTo: limit - 1) + 1
    }
}

/// What a coded body stands for, as far as it is looked at.
private struct Undone {
    /// How much of a body is looked at: a few bytes may stand for gigabytes.
    private static let limit = 1 << 20
    private(set) var outcome = PieceOutcome<UInt8>()

    init(_ pieces: [ArraySlice<UInt8>], _ coding: String) {
        do {
            guard let decoder = try ContentDecoder.forContent(with: ["Content-Encoding": "\(coding)"]) else { return }
            for piece in pieces {
                decoder.feed(Data(piece))
                guard try take(decoder) else { return }
            }
            try decoder.finish()
        } catch {
            // Of two codings that are broken, which one is named depends on the pieces.
            outcome.failure = ((error as? TransportError)?.kind).map { "\($0)" } ?? "\(error)"
        }
    }

    /// Takes what has come; false when it is too much.
    private mutating func take(_ decoder: ContentDecoder) throws -> Bool {
        while true {
            switch try decoder.next() {
            case .piece(let piece):
                outcome.elements += piece
                precondition(piece.count <= 65_536, "a piece is larger than 64 KB")
                guard outcome.elements.count < Self.limit else {
                    outcome.elements.removeLast(outcome.elements.count - Self.limit)
                    return false
                }
            case .unfinished: continue
            case .needsMore: return true
            }
        }
    }
}
