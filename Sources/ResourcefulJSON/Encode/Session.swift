extension JSON.Encoder {
    /// The state that all parts of one encoding share.
    final class Session {
        let settings: JSON.Encoder
        let isPretty: Bool
        let sortsKeys: Bool
        let escapesSlashes: Bool
        /// The first misuse of an encoder. It is reported at the end, because creating a container can't throw.
        private(set) var misuse: EncodingError.Context?
        // One thread encodes, and accesses never overlap: neither calls a value's own code.
        @exclusivity(unchecked) private var serials = 0
        @exclusivity(unchecked) private var types: TypeTable

        /// The maximum nesting depth of arrays and objects, as in `JSONEncoder`.
        static let maximumDepth = 511

        init(_ settings: JSON.Encoder) {
            self.settings = settings
            types = TypeTable(settings)
            isPretty = settings.output.contains(.prettyPrinted)
            sortsKeys = settings.output.contains(.sortedKeys)
            escapesSlashes = !settings.output.contains(.withoutEscapingSlashes)
        }

        /// Returns a new unique number.
        func makeSerial() -> Int {
            serials += 1
            return serials
        }

        func known<Value>(_ type: Value.Type) -> KnownType { types.known(type) }

        func remember(_ reason: String, at path: @autoclosure () -> [any CodingKey]) {
            if misuse == nil { misuse = EncodingError.Context(codingPath: path(), debugDescription: reason) }
        }
    }
}
