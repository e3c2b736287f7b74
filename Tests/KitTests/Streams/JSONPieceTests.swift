import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Who keeps an element keeps no piece.
struct JSONPieceTests {
    private let request: Request

    init() throws { request = Request(url: try #require(URL(string: "https://example.org/lines"))) }

    private struct Row: Decodable, Sendable {
        var payload: Payload
    }

    private struct Payload: Decodable, Sendable {
        var number: Int
        var text: String
    }

    /// An element that keeps a place in its document.
    private struct Kept: Decodable, Sendable {
        var payload: JSON
    }

    private let lines = (1...5).map {
        "{\"payload\":{\"number\":\($0),\"text\":\"\(String(repeating: "x", count: 80))\"}}\n"
    }

    /// Feeds one piece to a stream, and says whether it is gone while the elements are still there.
    private func isGone<Element>(after stream: StreamResource<Element>) throws -> (elements: [Element], isGone: Bool) {
        let isGone = Locked(false)
        var run = StreamRun(stream)
        var elements: [Element] = []
        try run.begin(Response())
        do {
            let bytes = Array(lines.joined().utf8)
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
            copy.copyBytes(from: bytes)
            let address = try #require(copy.baseAddress)
            let piece = Data(
                bytesNoCopy: address, count: copy.count,
                deallocator: .custom { pointer, _ in
                    pointer.deallocate()
                    isGone.withLock { $0 = true }
                })
            try run.take(piece, into: &elements)
        }
        return (elements, isGone.withLock { $0 })
    }

    @Test func `elements of any kind let go of the piece in which they came`() throws {
        let rows = try isGone(after: StreamResource<Row>(jsonLines: request))
        #expect(rows.isGone && rows.elements.map(\.payload.number) == [1, 2, 3, 4, 5])
        let kept = try isGone(after: StreamResource<Kept>(jsonLines: request))
        #expect(try kept.isGone && kept.elements.map { try $0.payload.number.int } == [1, 2, 3, 4, 5])
        let places = try isGone(after: StreamResource<JSON>(jsonLines: request))
        #expect(try places.isGone && places.elements.map { try $0.payload.number.int } == [1, 2, 3, 4, 5])
        let texts = try isGone(after: StreamResource<String>(lines: request))
        #expect(texts.isGone && texts.elements.count == 5)
    }
}
