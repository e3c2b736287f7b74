extension JSON.Encoder {
    /// A value being written.
    struct Frame {
        enum Shape { case nothing, single, array, object }

        static let noIndex = -1

        var shape = Shape.nothing
        /// The unique number of the frame, by which places detect that the frame has ended.
        let serial: Int
        /// The offset of the value in the text.
        var start: Int
        /// The offset of the current member or element.
        var chunk = 0
        /// The number of elements or members.
        var count = 0
        /// The indices of the first member and the first gap of this frame in the lists of all.
        var firstMember: Int
        var firstGap: Int
        /// Whether the keys so far are unique and in ascending order.
        var isAscending = true
        /// The step from the outer frame to this one: a key or an index, or neither for the outermost frame.
        let key: (any CodingKey)?
        let index: Int

        var step: (any CodingKey)? { key ?? (index == Self.noIndex ? nil : Step(index: index)) }
    }

    /// A member of an object being written: `"key":value,` from its start to that of the next one.
    struct Member {
        var start: Int
        let key: String
        /// The first eight bytes of the key as a number, which decides most comparisons.
        let prefix: UInt64
        /// Whether the value is a nested container. It is an error if its key already has a value.
        let isNested: Bool

        static func prefix(of key: String) -> UInt64 {
            let bytes = Array(key.utf8.prefix(8))
            return (0..<8).reduce(0) { $0 << 8 | ($1 < bytes.count ? UInt64(bytes[$1]) : 0) }
        }

        static func < (a: Member, b: Member) -> Bool {
            a.prefix == b.prefix ? a.key.utf8.lexicographicallyPrecedes(b.key.utf8) : a.prefix < b.prefix
        }
    }

    /// A position in the text to insert a separately written part: nested containers and super encoders can be written
    /// to as long as their parent can.
    struct Gap {
        var position: Int
        let part: Part
    }

    /// A step of a coding path without a key of a type.
    struct Step: CodingKey {
        let stringValue: String
        let intValue: Int?

        static let superclass = Step(stringValue: "super")

        init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
        init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
        init(index: Int) { (stringValue, intValue) = ("Index \(index)", index) }
    }
}
