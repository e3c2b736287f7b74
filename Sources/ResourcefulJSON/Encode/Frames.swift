extension JSON.Encoder {
    /// The open values, from the outermost to the innermost. Nearly every write is to the innermost one, which is
    /// therefore not in the array: an array would be checked for uniqueness every time, which takes 29 to 46 % more
    /// instructions.
    struct Frames {
        /// The values around the innermost one.
        private var outer: [Frame] = []
        /// The innermost value, or one that no place is of.
        var innermost = Self.none
        private(set) var count = 0

        private static var none: Frame {
            Frame(serial: -1, isRepeated: false, start: 0, firstMember: 0, firstGap: 0, key: nil, index: Frame.noIndex)
        }

        subscript(index: Int) -> Frame {
            // Inlined, it copies only what is used of the frame.
            @inline(__always)
            get { index == count - 1 ? innermost : outer[index] }
            _modify {
                if index == count - 1 { yield &innermost } else { yield &outer[index] }
            }
        }

        mutating func append(_ frame: consuming Frame) {
            swap(&frame, &innermost)
            if count > 0 {
                if outer.capacity == 0 { outer.reserveCapacity(4) }
                outer.append(consume frame)
            }
            count += 1
        }

        mutating func removeLast() {
            if count > 1 { innermost = outer.removeLast() } else { innermost = Self.none }
            count -= 1
        }

        /// The steps that lead to a value.
        func steps(to index: Int) -> [any CodingKey] { (0..<min(index + 1, count)).compactMap { self[$0].step } }
    }
}
