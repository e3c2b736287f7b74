extension JSON.Encoder.Part {
    /// Sorts the members of the innermost object when sorted keys are wanted, and keeps the last of those with one key.
    func arrangeMembers(of frame: Int) {
        let own = members[frames[frame].firstMember...]
        guard session.sortsKeys || Self.mayHaveTwins(own) else { return }
        var order = Array(own.indices)
        order.sort { own[$0] < own[$1] || (!(own[$1] < own[$0]) && $0 < $1) }
        let kept = order.enumerated().filter { position, index in
            guard position + 1 < order.count, own[index].key.utf8.elementsEqual(own[order[position + 1]].key.utf8) else {
                return true
            }
            if own[order[position + 1]].isGap { rememberTwins(own[index].key, frame) }
            return false
        }.map(\.element)
        if !session.sortsKeys, kept.count == own.count { return }
        rewrite(own, in: session.sortsKeys ? kept : kept.sorted(), frame)
    }

    private func rewrite(_ own: ArraySlice<JSON.Encoder.Member>, in order: [Int], _ frame: Int) {
        guard let first = own.first else { return }
        var arranged: [UInt8] = []
        arranged.reserveCapacity(text.count - first.start)
        for index in order {
            let end = index + 1 < own.endIndex ? own[index + 1].start : text.count
            arranged.append(contentsOf: text.bytes[own[index].start..<end])
        }
        text.replace(first.start..<text.count, by: arranged)
        frames[frame].count = order.count
    }

    private func rememberTwins(_ key: String, _ frame: Int) {
        session.remember("A value and a container were encoded for the key \(key).", at: codingPath(to: frame))
    }

    /// Whether two keys can be the same: false is sure.
    private static func mayHaveTwins(_ members: ArraySlice<JSON.Encoder.Member>) -> Bool {
        guard members.count <= 16 else { return true }
        for index in members.indices {
            for other in members.indices[(index + 1)...] where members[index].prefix == members[other].prefix {
                return true
            }
        }
        return false
    }

    /// Puts what was written to nested containers and super encoders where they were asked for. Linear.
    func fillGaps(of frame: Int) {
        let start = frames[frame].start
        var filled: [UInt8] = []
        var (from, shift, next) = (start, 0, frames[frame].firstMember)
        for gap in gaps[frames[frame].firstGap...] {
            filled.append(contentsOf: text.bytes[from..<gap.position])
            from = gap.position
            while next < members.count, members[next].start < gap.position {
                members[next].start += shift
                next += 1
            }
            let content = gap.part.finished()
            filled.append(contentsOf: content)
            shift += content.count
        }
        for index in members.indices[next...] { members[index].start += shift }
        filled.append(contentsOf: text.bytes[from...])
        text.replace(start..<text.count, by: filled)
    }

    /// All that was written; nothing is as an empty object. Nothing can be written any more.
    private func finished() -> [UInt8] {
        while let serial = frames.last?.serial {
            close(Place(part: self, frame: frames.count - 1, serial: serial), emptyIfNothing: true)
        }
        return text.bytes
    }
}
