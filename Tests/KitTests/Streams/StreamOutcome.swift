import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What came of a body: the elements as text, then the failure if there was one.
struct StreamOutcome: Equatable, CustomStringConvertible {
    var elements: [String] = []
    var failure: String?

    init(_ elements: [String], failure: String? = nil) { (self.elements, self.failure) = (elements, failure) }

    init<Element>(of stream: StreamResource<Element>, in body: Data) { self.init(of: stream, in: [body]) }

    init<Element>(of stream: StreamResource<Element>, in pieces: [Data], of response: Response? = nil) {
        var run = StreamRun(stream)
        var found: [Element] = []
        do {
            try run.begin(response ?? Response(url: stream.request.url))
            for piece in pieces where !run.isComplete { try run.take(piece, into: &found) }
            try run.finish(into: &found)
        } catch let error as LoadError {
            failure = "\(error.stage): \(error.underlyingError.map { "\($0)" } ?? "")"
        } catch {
            failure = "\(error)"
        }
        elements = found.map { "\($0)" }
    }

    var description: String { "\(elements)\(failure.map { " then \($0)" } ?? "")" }
}

/// The law of all parsers: what comes of a body does not depend on how it was split. All splits in two, byte by byte,
/// and some in many are tried. Unless the campaign is a full one, a long body is split in two at some places only.
func expectSameOutcome<Element>(
    of stream: StreamResource<Element>, in body: Data, of response: Response? = nil, using random: inout SplitMix64,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let whole = StreamOutcome(of: stream, in: [body], of: response)
    let bytes = Array(body)
    func check(_ pieces: [Data]) {
        let outcome = StreamOutcome(of: stream, in: pieces, of: response)
        guard outcome != whole else { return }
        let texts = pieces.map { String(decoding: $0, as: UTF8.self) }
        #expect(outcome == whole, "\(texts)", sourceLocation: sourceLocation)
    }
    check(bytes.map { Data([$0]) })
    let step = max(1, bytes.count / Effort.size(reduced: 12, usual: 60, full: .max))
    for place in stride(from: 0, through: bytes.count, by: step) {
        check([Data(bytes[..<place]), Data(bytes[place...])])
    }
    for _ in 0..<4 { check(body.inPieces(using: &random)) }
}

extension Data {
    /// The same bytes in pieces of any length, as slices of the whole.
    func inPieces(using random: inout SplitMix64) -> [Data] {
        var (pieces, rest) = ([Data](), self)
        let longest = Int.random(in: 1...16, using: &random)
        while !rest.isEmpty {
            let length = Int.random(in: 1...longest, using: &random)
            pieces.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return pieces
    }
}
