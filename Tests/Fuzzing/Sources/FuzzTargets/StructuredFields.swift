import ResourcefulFormats
import ResourcefulTesting

extension FuzzTarget {
    /// Structured fields (RFC 9651): lines are joined, and what is read is written and read again.
    static let structuredFields = FuzzTarget("StructuredFields") { bytes throws(Violation) in
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        try checkStructured(StructuredField.Item.self, lines)
        try checkStructured(StructuredField.List.self, lines)
        try checkStructured(StructuredField.Dictionary.self, lines)
    }

    private static func checkStructured<Value: StructuredFieldValue>(
        _ type: Value.Type, _ lines: [String]
    ) throws(Violation) {
        let value: Value
        do throws(InvalidStructuredField) {
            value = try Value(parsing: lines)
        } catch {
            let length = lines.joined(separator: ", ").utf8.count
            return try require((0...length).contains(error.offset ?? -1), "a failure is somewhere else: \(error)")
        }
        let text = try succeeding("what was read can't be written") { try value.serialized() }
        let again = try succeeding("what was written can't be read") { try Value(parsing: text) }
        try require(again, equals: value, "what was written is read as something else")
        let textAgain = try succeeding("what was read again can't be written") { try again.serialized() }
        try require(textAgain, equals: text, "written again it differs")
        try require(text.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "the text is not printable ASCII")
    }
}
