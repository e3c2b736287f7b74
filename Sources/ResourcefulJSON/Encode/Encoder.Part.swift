extension JSON.Encoder {
    /// A text being written, and its open values from the outermost to the innermost.
    ///
    /// Members and elements of the innermost value, which are nearly all, are appended to the text, each followed by a
    /// comma. What is written to an outer value is inserted before the incomplete value.
    final class Part {
        let session: Session
        let isPretty: Bool
        let sortsKeys: Bool
        /// The coding path of the outermost value, and the number of arrays and objects around it.
        let path: [any CodingKey]
        let depth: Int
        // Only one thread writes, and accesses never overlap: nothing here calls a value's own code while it modifies
        // one of these properties. If they were checked, encoding would take about twice as many instructions.
        @exclusivity(unchecked) var text: Text
        @exclusivity(unchecked) var frames = Frames()
        @exclusivity(unchecked) var members: [Member] = []
        @exclusivity(unchecked) var gaps: [Gap] = []
        @exclusivity(unchecked) var order: [Ordered] = []
        /// Whether two keys had the same prefix when members were sorted.
        var hasEqualPrefixes = false
        var nestedPlaces: [NestedKey: Place] = [:]

        var hasValue: Bool { text.count > 0 }

        init(_ session: Session, path: [any CodingKey], depth: Int) {
            self.session = session
            isPretty = session.isPretty
            sortsKeys = session.sortsKeys
            self.path = path
            self.depth = depth
            text = Text(escapesSlashes: session.escapesSlashes)
            members.reserveCapacity(16)
        }

        func codingPath(to frame: Int) -> [any CodingKey] {
            path + frames.steps(to: frame)
        }

        /// Begins a value inside of the innermost one.
        func push(key: (any CodingKey)?, index: Int) -> Place {
            let serial = session.makeSerial()
            frames.append(
                Frame(
                    serial: serial, isRepeated: index != Frame.noIndex || frames.innermost.isRepeated,
                    start: text.count, firstMember: members.count, firstGap: gaps.count, key: key, index: index))
            return Place(part: self, frame: frames.count - 1, serial: serial)
        }

        /// Discards a value that failed, with everything that it has written.
        func drop(_ place: Place) {
            guard isOpen(place) else { return }
            let frame = frames[place.frame]
            text.truncate(to: frame.start)
            pop(place.frame)
        }

        func pop(_ index: Int) {
            let (firstMember, firstGap) = (frames[index].firstMember, frames[index].firstGap)
            if members.count > firstMember { members.removeLast(members.count - firstMember) }
            if gaps.count > firstGap { gaps.removeLast(gaps.count - firstGap) }
            while frames.count > index { frames.removeLast() }
        }

        func isOpen(_ place: Place) -> Bool {
            place.frame < frames.count && frames[place.frame].serial == place.serial
        }

        @inline(__always)
        func isInnermost(_ place: Place) -> Bool {
            frames.innermost.serial == place.serial
        }

        /// Whether the innermost value is, or is inside of, an element of an array.
        @inline(__always)
        func isRepeated(_ place: Place) -> Bool {
            isInnermost(place) && frames.innermost.isRepeated
        }

        /// Begins an array or an object at a place, unless it has begun already. Returns false if that isn't possible.
        func begin(_ shape: Frame.Shape, at place: Place) -> Bool {
            guard isInnermost(place), frames.innermost.shape == .nothing else { return hasBegun(shape, at: place) }
            guard mayNest(at: place.frame) else { return false }
            frames.innermost.shape = shape
            text.append(UInt8(ascii: shape == .array ? "[" : "{"))
            return true
        }

        @inline(never)
        private func hasBegun(_ shape: Frame.Shape, at place: Place) -> Bool {
            guard isOpen(place) else { return false }
            if frames[place.frame].shape == shape { return true }
            session.remember("Two different values were encoded at one place.", at: codingPath(to: place.frame))
            return false
        }

        /// Whether an array or an object may begin inside of a number of open ones.
        @inline(__always)
        func mayNest(at level: Int) -> Bool {
            let isShort = depth + level >= StackDepth.least && StackDepth.isTooMuch
            if depth + level < Session.maximumDepth, !isShort { return true }
            if isShort { session.remember(StackDepth.reason(depth + level), at: []) }
            session.remember("Unable to encode the given top-level value to JSON: it is too deep.", at: [])
            return false
        }

        /// Ends the innermost value and closes its bracket.
        func close(_ place: Place, emptyIfNothing: Bool) {
            guard isInnermost(place) else { return }
            if emptyIfNothing, frames.innermost.shape == .nothing { _ = begin(.object, at: place) }
            switch frames.innermost.shape {
            case .nothing, .single: break
            case .array: end(UInt8(ascii: "]"), place.frame)
            case .object: end(UInt8(ascii: "}"), place.frame)
            }
            pop(place.frame)
        }

        /// Ends the innermost value, whose index this is.
        private func end(_ bracket: UInt8, _ index: Int) {
            if gaps.count > frames.innermost.firstGap { fillGaps(of: index) }
            if !frames.innermost.isInOrder || frames.innermost.mayHaveTwins { arrangeMembers(of: index) }
            appendEnd(bracket, isEmpty: frames.innermost.count == 0, level: index)
        }

        /// Ends an array or an object inside of a number of open ones.
        @inline(__always)
        func appendEnd(_ bracket: UInt8, isEmpty: Bool, level: Int) {
            if !isEmpty { text.truncate(to: text.count - 1) }
            if isPretty {
                if isEmpty { text.append(UInt8(ascii: "\n")) }
                text.appendLine(indentedBy: depth + level)
            }
            text.append(bracket)
        }
    }

    /// An open value of a part. It is valid as long as the value is open.
    struct Place {
        let part: Part
        let frame: Int
        let serial: Int

        var codingPath: [any CodingKey] { part.codingPath(to: frame) }

        /// The same place as one that was never open: writing to it does nothing.
        var closed: Place { Place(part: part, frame: frame, serial: 0) }
    }

    struct NestedKey: Hashable {
        let serial: Int
        let key: String
    }
}
