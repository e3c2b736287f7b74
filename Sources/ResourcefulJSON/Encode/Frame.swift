extension JSON.Encoder {
    /// A value that is being written.
    struct Frame {
        enum Shape { case nothing, single, array, object }

        static let noIndex = -1

        var shape = Shape.nothing
        /// No other frame has the same: what is kept beyond its frame's end is known by that.
        let serial: Int
        /// Where the value begins in the text.
        var start: Int
        /// Where the member or element begins that is being written, if one is.
        var chunk = 0
        /// How many elements or members there are.
        var count = 0
        /// Where the members of this frame begin in the list of all, and where its gaps do.
        var firstMember: Int
        var firstGap: Int
        /// Whether the keys have come in ascending order so far, each once.
        var isAscending = true
        /// The step that led here from the frame below: a key, or else an index, or none for the outermost.
        let key: (any CodingKey)?
        let index: Int

        var step: (any CodingKey)? { key ?? (index == Self.noIndex ? nil : Step(index: index)) }
    }

    /// A member of an object that is being written: `"key":value,` from its start to the next one's.
    struct Member {
        var start: Int
        let key: String
        /// The first eight bytes of the key, so that most comparisons are of one number.
        let prefix: UInt64
        /// Whether the value is a nested container, which the key must have had from the first.
        let isNested: Bool

        static func prefix(of key: String) -> UInt64 {
            let bytes = Array(key.utf8.prefix(8))
            return (0..<8).reduce(0) { $0 << 8 | ($1 < bytes.count ? UInt64(bytes[$1]) : 0) }
        }

        static func < (a: Member, b: Member) -> Bool {
            a.prefix == b.prefix ? a.key.utf8.lexicographicallyPrecedes(b.key.utf8) : a.prefix < b.prefix
        }
    }

    /// A place in the text that a container with a life of its own will fill: nested containers and super encoders can
    /// be written to for as long as their parent is.
    struct Gap {
        var position: Int
        let part: Part
    }

    /// A step of a coding path that no type has named.
    struct Step: CodingKey {
        let stringValue: String
        let intValue: Int?

        static let superclass = Step(stringValue: "super")

        init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
        init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
        init(index: Int) { (stringValue, intValue) = ("Index \(index)", index) }
    }
}
