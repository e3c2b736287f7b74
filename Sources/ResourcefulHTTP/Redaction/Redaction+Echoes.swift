#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// A server that repeats a secret has not made it public, under whatever name it does so.
extension Redaction {
    /// These secrets, and some values themselves.
    func hiding(values: [String]) -> Redaction {
        var redaction = self
        for value in values where value.utf8.count >= Self.shortestEcho && !Self.marks.contains(value) {
            redaction.spellings.formUnion(Self.spellings(of: value))
        }
        return redaction
    }

    /// Where one of the secrets stands in a text: as it is, percent-encoded, or as it is written in JSON or XML.
    ///
    /// - Parameter isCut: Whether the text may end in the middle of one.
    func echoes(in bytes: [UInt8], isCut: Bool = false) -> [Range<Int>] {
        var places: [Range<Int>] = []
        for spelling in spellings {
            var start = 0
            while let place = ByteSearch.place(of: spelling, in: bytes, from: start) {
                places.append(place..<place + spelling.count)
                start = place + spelling.count
            }
            if isCut, let place = Self.beginning(of: spelling, endOf: bytes) { places.append(place) }
        }
        return places
    }

    /// Where a text that was cut ends with the beginning of a secret.
    private static func beginning(of spelling: [UInt8], endOf bytes: [UInt8]) -> Range<Int>? {
        let longest = min(spelling.count - 1, bytes.count)
        guard longest >= shortestBeginning else { return nil }
        let count = (shortestBeginning...longest).last { bytes.suffix($0).elementsEqual(spelling.prefix($0)) }
        return count.map { bytes.count - $0..<bytes.count }
    }

    private static func spellings(of value: String) -> Set<[UInt8]> {
        let xml = value.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
        let json = JSON.quoted(value)
        return [
            Array(value.utf8), Array(Query([("", value)]).encoded.utf8.dropFirst()),
            Array(json.utf8.dropFirst().dropLast()),
            Array(json.replacing("/", with: "\\/").utf8.dropFirst().dropLast()), Array(xml.utf8),
        ]
    }

    /// Shorter secrets are words of many texts: what repeats them tells nothing.
    private static let shortestEcho = 6

    /// What stands for secrets is none.
    private static let marks: Set<String> = [mark, "redacted", "***"]

    /// As much of a secret tells something of it.
    private static let shortestBeginning = 4
}
