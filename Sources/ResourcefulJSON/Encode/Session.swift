extension JSON.Encoder {
    /// What all parts of one encoding share.
    final class Session {
        let settings: JSON.Encoder
        let isPretty: Bool
        let sortsKeys: Bool
        let escapesSlashes: Bool
        /// What was asked of an encoder that no JSON can say, first of all: said at the end, since containers can't
        /// throw when they are made.
        private(set) var misuse: EncodingError.Context?
        private var serials = 0
        private var kinds = KindTable()

        /// Arrays and objects nest at most so deep, as with `JSONEncoder`.
        static let maximumDepth = 511

        init(_ settings: JSON.Encoder) {
            self.settings = settings
            isPretty = settings.output.contains(.prettyPrinted)
            sortsKeys = settings.output.contains(.sortedKeys)
            escapesSlashes = !settings.output.contains(.withoutEscapingSlashes)
        }

        /// A number that no frame had before.
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
