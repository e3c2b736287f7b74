import ResourcefulStreams
import ResourcefulTesting

@testable import ResourcefulCore
@testable import ResourcefulHTTP

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension FuzzTarget {
    /// Multipart bodies with the boundary `b`: the parts do not depend on the pieces, and written again they are the
    /// same.
    static let multipart = FuzzTarget("Multipart") { bytes throws(Violation) in
        let outcome = try requireSameOutcome(of: bytes) { partOutcome(in: $0, maximumSize: 300) }
        if outcome.failure == nil { try checkWritten(outcome.elements) }
        for part in outcome.elements { try require(part.body.count <= 300, "a part is too large") }
        _ = MultipartContent(Data(bytes), of: "multipart/form-data; boundary=b")
        _ = MultipartContent(Data(bytes), of: nil)
        try checkForm(bytes)
    }

    private static func partOutcome(
        in pieces: [ArraySlice<UInt8>], maximumSize: Int
    ) -> PieceOutcome<BodyPart> {
        var parser = PartParser(boundary: "b", maximumSize: maximumSize, maximumHeadSize: maximumSize)
        do throws(ParseFailure) {
            try parser.begin(HeaderFields())
        } catch {
            return PieceOutcome(failure: "\(error)")
        }
        return outcome(of: parser, in: pieces)
    }

    /// Parts that are written again are read as they were.
    private static func checkWritten(_ parts: [BodyPart]) throws(Violation) {
        guard !parts.isEmpty, parts.allSatisfy({ !hasBoundary($0.body) }) else { return }
        var text = Data()
        for part in parts {
            text += Data("--b\r\n".utf8)
            for field in part.headerFields { text += Data("\(field.name.rawName): \(field.value)\r\n".utf8) }
            text += Data("\r\n".utf8) + part.body + Data("\r\n".utf8)
        }
        let again = partOutcome(in: [Array(text + Data("--b--".utf8))[...]], maximumSize: 65_536)
        try require(again, equals: PieceOutcome(elements: parts), "written and read, the parts differ")
    }

    /// A form that the library writes is read as it was meant.
    private static func checkForm(_ bytes: [UInt8]) throws(Violation) {
        let name = String(decoding: bytes.prefix(12), as: UTF8.self)
        guard !hasBoundary(Data(bytes)), !name.contains("%") else { return }
        let parts: [Body.Part] = [
            .data(Data(bytes), name: name, fileName: name), .text("plain", name: "other"),
        ]
        let form = Body.Multipart(parts: parts, boundary: "b")
        let text = form.segments.reduce(into: Data()) { text, segment in
            if case .data(let data) = segment { text += data }
        }
        // A zero can't stand in a name.
        guard !name.utf8.contains(0) else { return }
        guard case .parts(let read, boundary: "b") = MultipartContent(text, of: "multipart/form-data; boundary=b")
        else { throw Violation("a form that was written can't be read") }
        try require(read.map(\.body), equals: [Data(bytes), Data("plain".utf8)], "a form has other content")
        try require(read.map(\.formName), equals: [name, "other"], "a form has other names")
    }

    private static func hasBoundary(_ bytes: Data) -> Bool { String(decoding: bytes, as: UTF8.self).contains("--b") }
}
