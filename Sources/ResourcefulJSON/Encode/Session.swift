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
        // One thread encodes, and accesses never overlap: neither calls a value's own code. If they were checked,
        // encoding would take 2 to 6 % more instructions.
        @exclusivity(unchecked) private var types = TypeTable<KnownType>()
        @exclusivity(unchecked) private var names = TypeTable<KeyNames?>()
        private let dates: Kind
        private let data: Kind

        /// The maximum nesting depth of arrays and objects, as in `JSONEncoder`.
        static let maximumDepth = 511

        init(_ settings: JSON.Encoder) {
            self.settings = settings
            (dates, data) = (Kind(of: settings.dates), Kind(of: settings.data))
            isPretty = settings.output.contains(.prettyPrinted)
            sortsKeys = settings.output.contains(.sortedKeys)
            escapesSlashes = !settings.output.contains(.withoutEscapingSlashes)
        }

        /// Returns a new unique number.
        func makeSerial() -> Int {
            serials += 1
            return serials
        }

        func known<Value>(_ type: Value.Type) -> KnownType {
            types.known(type) { KnownType(type, date: dates, data: data) }
        }

        /// Returns the names of a type's keys; nil if each is asked for and written as any other string.
        func names<Key: CodingKey>(of type: Key.Type) -> KeyNames? {
            names.known(type) { KeyNames(type, settings) }
        }

        func remember(_ reason: String, at path: @autoclosure () -> [any CodingKey]) {
            if misuse == nil { misuse = EncodingError.Context(codingPath: path(), debugDescription: reason) }
        }
    }
}
