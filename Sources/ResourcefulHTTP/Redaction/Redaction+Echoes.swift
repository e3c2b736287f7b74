// A secret that a server repeats is still a secret, under any name.
extension Redaction {
    /// Returns a redaction that also hides the given values wherever they appear.
    func hiding(values: [String]) -> Redaction {
        var redaction = self
        for value in values where value.utf8.count >= Self.shortestEcho && !Self.marks.contains(value) {
            redaction.spellings.formUnion(Self.spellings(of: value))
        }
        return redaction
    }

    /// The number of spellings of secret values that are hidden wherever they appear.
    package var spellingCount: Int { spellings.count }

    /// Returns the places where one of the secret values appears in a text: literally, percent-encoded, or escaped as
    /// in JSON or XML.
    ///
    /// - Parameter isCut: Whether the text may end in the middle of a value.
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

    /// Returns the place at the end of a truncated text where a secret begins; nil if there is none.
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

    /// The minimum length of a value to hide, in bytes. Shorter values are words that occur in many texts.
    private static let shortestEcho = 6

    /// Replacements for secrets, which aren't secrets themselves.
    private static let marks: Set<String> = [mark, "redacted", "***"]

    /// The minimum length of the beginning of a secret to hide, in bytes. A shorter one reveals little.
    private static let shortestBeginning = 4
}
