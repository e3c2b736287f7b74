@testable import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension FuzzTarget {
    /// Requests as the loopback server reads them, one after the other, with the framing of their bodies.
    static let requestHeads = FuzzTarget("RequestHeads") { bytes throws(Violation) in
        let outcome = try requireSameOutcome(of: bytes) { pieces in
            var outcome = PieceOutcome<ReadRequest>()
            var rest = pieces[...]
            var reader = LoopbackServer.RequestReader(bodyLimit: 4_096) { count in
                guard let piece = rest.popFirst() else { return [] }
                // No more than was asked for.
                if piece.count > count { rest = [piece.dropFirst(count)] + rest }
                return Array(piece.prefix(count))
            }
            do {
                while let request = try reader.next(inviting: {}) {
                    outcome.elements.append(ReadRequest(request))
                    guard request.isWhole else { break }
                }
            } catch {
                outcome.failure = "\(error)"
            }
            return outcome
        }
        for request in outcome.elements { try require(request.body.count <= 4_096, "a body is larger than the limit") }
    }

    /// The chunked transfer coding (the client's is undone by libcurl, this one is the loopback server's).
    static let chunks = FuzzTarget("Chunks") { bytes throws(Violation) in
        let outcome = try requireSameOutcome(of: bytes) { pieces in
            var decoder = LoopbackServer.ChunkDecoder()
            var (body, behind) = (Data(), [UInt8]())
            var outcome = PieceOutcome<[UInt8]>()
            do throws(LoopbackServer.MalformedRequest) {
                for piece in pieces {
                    var input = piece
                    try decoder.decode(&input, into: &body)
                    behind += input
                }
                if !decoder.isComplete { outcome.failure = "it does not end" }
            } catch {
                outcome.failure = "\(error)"
            }
            // What came before a failure depends on the pieces.
            outcome.elements = [Array(body), outcome.failure == nil ? behind : []]
            return outcome
        }
        guard outcome.failure == nil, let body = outcome.elements.first else { return }
        try require(body.count < bytes.count, "a body is shorter than its coding")
        for size in [1, 7, 4_096] {
            var coded = LoopbackServer.ChunkEncoder.chunks(of: Data(body), size: size)
            coded += LoopbackServer.ChunkEncoder.end(trailers: [:])
            var (input, decoded) = (Array(coded)[...], Data())
            var decoder = LoopbackServer.ChunkDecoder()
            try succeeding("coded again it is malformed") { try decoder.decode(&input, into: &decoded) }
            try require(decoder.isComplete && input.isEmpty, "coded again it does not end")
            try require(Array(decoded), equals: body, "coded again it is another body")
        }
    }
}

/// A request that was read.
private struct ReadRequest: Equatable {
    let head: LoopbackServer.RequestHead
    let body: [UInt8]
    let isWhole: Bool

    init(_ request: LoopbackServer.RequestReader.Incoming) {
        (head, isWhole) = (request.head, request.isWhole)
        body = Array(request.body)
    }
}
