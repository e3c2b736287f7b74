extension JSON.Encoder {
    /// A value being written.
    struct Frame {
        enum Shape { case nothing, single, array, object }

        static let noIndex = -1

        var shape = Shape.nothing
        /// The unique number of the frame, by which places detect that the frame has ended.
        let serial: Int
        /// Whether it is, or is inside of, an element of an array.
        let isRepeated: Bool
        /// The offset of the value in the text.
        var start: Int
        /// The offset of the current member or element.
        var chunk = 0
        /// The number of elements or members.
        var count = 0
        /// The indices of the first member and the first gap of this frame in the lists of all.
        var firstMember: Int
        var firstGap: Int
        /// Whether the keys so far are in ascending order, if the options sort them.
        var isInOrder = true
        /// Whether two members may have the same key, and a bit for each key so far. False is certain.
        var mayHaveTwins = false
        var seen: UInt64 = 0
        /// The step from the outer frame to this one: a key or an index, or neither for the outermost frame.
        let key: (any CodingKey)?
        let index: Int

        /// Counts a member whose key is compared with the previous one.
        @inline(__always)
        mutating func add(isInOrder: Bool) {
            count += 1
            if !isInOrder { self.isInOrder = false }
        }

        /// Counts a member with a bit of its key.
        @inline(__always)
        mutating func add(_ bit: UInt64, mayHaveTwin: Bool) {
            count += 1
            seen |= bit
            if mayHaveTwin { mayHaveTwins = true }
        }

        var step: (any CodingKey)? { key ?? (index == Self.noIndex ? nil : JSONCodingKey.index(index)) }
    }

    /// A member of an object being written: `"key":value,` up to the next member.
    struct Member {
        var start: Int
        /// The place of the key without quotes, as it is written, after the start, and the number of its bytes.
        let lead: UInt32
        let length: UInt32
        /// The first eight bytes of the key as a number, which decides most comparisons.
        let prefix: UInt64
        /// Whether the key is written without escapes.
        let isPlain: Bool
        /// Whether the value is a nested container. It is an error if its key already has a value.
        let isNested: Bool

        static func prefix(of key: String) -> UInt64 {
            var key = key
            return key.withUTF8 { EightBytes.prefix(of: UnsafeRawBufferPointer($0), at: 0, count: $0.count) }
        }

        /// The range of the key in the text.
        var key: Range<Int> { (start + Int(lead))..<(start + Int(lead) + Int(length)) }
    }

    /// A member while members are sorted: its index, and the prefix of its key.
    struct Ordered {
        let prefix: UInt64
        let index: Int
    }

    /// A position in the text to insert a separately written part: nested containers and super encoders can be written
    /// to as long as their parent can.
    struct Gap {
        var position: Int
        let part: Part
    }
}
