extension JSON.Encoder {
    /// The open values, from the outermost to the innermost. Nearly every write is to the innermost one, which is
    /// therefore not in the array: an array would be checked for uniqueness every time.
    struct Frames {
        /// The values around the innermost one, and before them one of no value.
        private var outer: [Frame] = []
        /// The innermost value, if there is one.
        var innermost = Frame(
            serial: -1, isRepeated: false, start: 0, firstMember: 0, firstGap: 0, key: nil, index: Frame.noIndex)

        init() { outer.reserveCapacity(4) }

        var count: Int { outer.count }

        subscript(index: Int) -> Frame {
            get { index == outer.count - 1 ? innermost : outer[index + 1] }
            _modify {
                if index == outer.count - 1 { yield &innermost } else { yield &outer[index + 1] }
            }
        }

        mutating func append(_ frame: consuming Frame) {
            swap(&frame, &innermost)
            outer.append(frame)
        }

        mutating func removeLast() { innermost = outer.removeLast() }

        /// The steps that lead to a value.
        func steps(to index: Int) -> [any CodingKey] { (0..<min(index + 1, count)).compactMap { self[$0].step } }
    }
}
