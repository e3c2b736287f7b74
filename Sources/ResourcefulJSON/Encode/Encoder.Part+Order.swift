extension JSON.Encoder.Part {
    /// Sorts the members of the innermost object if the keys are to be sorted, and keeps only the last member of each
    /// key.
    func arrangeMembers(of frame: Int) {
        let own = frames[frame].firstMember..<members.count
        guard sortsKeys || mayHaveTwins(own) else { return }
        order.removeAll(keepingCapacity: true)
        order.append(contentsOf: own)
        sortOrder()
        let hasTwins = order.indices.dropFirst().contains { isTwin(order[$0 - 1], order[$0]) }
        if hasTwins { removeTwins(in: frame) }
        if !hasTwins, !sortsKeys { return }
        if !sortsKeys { order.sort() }
        frames[frame].count = order.count
        let (start, end) = (members[own.lowerBound].start, text.count)
        for index in order {
            text.repeatRange(members[index].start..<(index + 1 < own.upperBound ? members[index + 1].start : end))
        }
        text.remove(start..<end)
    }

    private func removeTwins(in frame: Int) {
        for position in order.indices.dropFirst().reversed() where isTwin(order[position - 1], order[position]) {
            if members[order[position]].isNested { rememberTwins(members[order[position]].key, frame) }
            order.remove(at: position - 1)
        }
    }

    /// Sorts indices of members by their keys, and members of the same key by the order in which they were written.
    private func sortOrder() {
        guard order.count <= 32 else { return order.sort { isBefore($0, $1) } }
        for position in order.indices.dropFirst() {
            let index = order[position]
            var hole = position
            while hole > 0, isBefore(index, order[hole - 1]) {
                order[hole] = order[hole - 1]
                hole -= 1
            }
            order[hole] = index
        }
    }

    private func isBefore(_ a: Int, _ b: Int) -> Bool {
        if members[a].prefix != members[b].prefix { return members[a].prefix < members[b].prefix }
        return isTwin(a, b) ? a < b : members[a] < members[b]
    }

    private func isTwin(_ a: Int, _ b: Int) -> Bool {
        members[a].prefix == members[b].prefix && members[a].key.utf8.elementsEqual(members[b].key.utf8)
    }

    private func rememberTwins(_ key: String, _ frame: Int) {
        session.remember("A value and a container were encoded for the key \(key).", at: codingPath(to: frame))
    }

    /// Whether two keys may be the same. False is certain.
    private func mayHaveTwins(_ own: Range<Int>) -> Bool {
        guard own.count <= 16 else { return true }
        for index in own {
            for other in (index + 1)..<own.upperBound where members[index].prefix == members[other].prefix {
                return true
            }
        }
        return false
    }

    /// Inserts the text of nested containers and super encoders where they were requested. Linear.
    func fillGaps(of frame: Int) {
        let start = frames[frame].start
        let old = Array(text.bytes[start...])
        var (from, next) = (start, frames[frame].firstMember)
        text.truncate(to: start)
        for gap in gaps[frames[frame].firstGap...] {
            let shift = text.count - from
            old[(from - start)..<(gap.position - start)].withUnsafeBytes { text.append($0) }
            from = gap.position
            while next < members.count, members[next].start < gap.position {
                members[next].start += shift
                next += 1
            }
            gap.part.finish()
            text.append(gap.part.text.bytes)
        }
        let shift = text.count - from
        for index in members.indices[next...] { members[index].start += shift }
        old[(from - start)...].withUnsafeBytes { text.append($0) }
    }

    /// Ends all open values. A value without content becomes an empty object, and nothing more can be written.
    private func finish() {
        while let serial = frames.last?.serial {
            close(Place(part: self, frame: frames.count - 1, serial: serial), emptyIfNothing: true)
        }
    }
}
