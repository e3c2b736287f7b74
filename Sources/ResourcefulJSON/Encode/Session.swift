extension JSON.Encoder {
    /// The state that all parts of one encoding share.
    final class Session {
        let settings: JSON.Encoder
        let isPretty: Bool
        let sortsKeys: Bool
        let escapesSlashes: Bool
        /// The first misuse of an encoder. It is reported at the end, because creating a container can't throw.
        private(set) var misuse: EncodingError.Context?
        private var serials = 0
        private var kinds = KindTable()

        /// The maximum nesting depth of arrays and objects, as in `JSONEncoder`.
        static let maximumDepth = 511

        init(_ settings: JSON.Encoder) {
            self.settings = settings
            isPretty = settings.output.contains(.prettyPrinted)
            sortsKeys = settings.output.contains(.sortedKeys)
            escapesSlashes = !settings.output.contains(.withoutEscapingSlashes)
        }

        /// Returns a new unique number.
        func makeSerial() -> Int {
            serials += 1
            return serials
        }

        func kind<Value>(of type: Value.Type) -> Kind { kinds.kind(of: type, settings) }

        func remember(_ reason: String, at path: @autoclosure () -> [any CodingKey]) {
            if misuse == nil { misuse = EncodingError.Context(codingPath: path(), debugDescription: reason) }
        }
    }
}
