extension JSON.Encoder.Part {
    /// Sorts the members of the innermost object if the options sort keys, and keeps only the last member of each
    /// key.
    func arrangeMembers(of frame: Int) {
        let own = frames[frame].firstMember..<members.count
        if !isSameOrder(own) { sort(own) }
        let hasTwins = hasEqualPrefixes && order.indices.dropFirst().contains { areTwins(order[$0 - 1], order[$0]) }
        if hasTwins { removeTwins(in: frame) }
        if !hasTwins, !sortsKeys { return }
        if !sortsKeys { order.sort { $0.index < $1.index } }
        frames[frame].count = order.count
        let start = members[own.lowerBound].start
        if text.count - start <= Self.shortObject {
            moveShortMembers(own, from: start)
        } else {
            moveMembers(own, from: start)
        }
    }

    /// Whether the members have the order of the last object that was sorted. In a list, they mostly do.
    private func isSameOrder(_ own: Range<Int>) -> Bool {
        // Without equal prefixes, the order has each member once.
        order.count == own.count && !hasEqualPrefixes
            && order.allSatisfy { own.contains($0.index) && members[$0.index].prefix == $0.prefix }
    }

    private func sort(_ own: Range<Int>) {
        order.removeAll(keepingCapacity: true)
        order.reserveCapacity(own.count)
        for index in own { order.append(JSON.Encoder.Ordered(prefix: members[index].prefix, index: index)) }
        hasEqualPrefixes = false
        sortOrder()
    }

    /// The maximum length of an object whose longest member may be copied twice.
    private static var shortObject: Int { 1_024 }

    /// Moves the members of a short object to their places in the order, and discards those that aren't in it.
    private func moveShortMembers(_ own: Range<Int>, from start: Int) {
        let end = text.count
        for position in order.indices { text.repeatRange(range(of: order[position], own, end)) }
        text.move(end..<text.count, to: start)
        text.truncate(to: start + text.count - end)
    }

    /// Moves the members of a long object.
    ///
    /// All are copied to the end of the text and back, except the longest one, which may be nearly all of the text.
    private func moveMembers(_ own: Range<Int>, from start: Int) {
        let end = text.count
        var longest = order[0].index
        var long = range(of: order[0], own, end)
        for member in order {
            let range = range(of: member, own, end)
            if range.count > long.count { (longest, long) = (member.index, range) }
        }
        var before = end
        for member in order {
            if member.index == longest { before = text.count } else { text.repeatRange(range(of: member, own, end)) }
        }
        let after = text.count
        text.move(long, to: start + before - end)
        text.move(end..<before, to: start)
        text.move(before..<after, to: start + before - end + long.count)
        text.truncate(to: start + after - end + long.count)
    }

    /// The range of a member of an object in the text, which ends at an offset.
    @inline(__always)
    private func range(of member: JSON.Encoder.Ordered, _ own: Range<Int>, _ end: Int) -> Range<Int> {
        let next = member.index + 1
        return members[member.index].start..<(next < own.upperBound ? members[next].start : end)
    }

    private func removeTwins(in frame: Int) {
        for position in order.indices.dropFirst().reversed() where areTwins(order[position - 1], order[position]) {
            let last = members[order[position].index]
            if last.isNested { rememberTwins(key(of: last), frame) }
            order.remove(at: position - 1)
        }
    }

    /// Sorts members by their keys, and members of the same key by the order in which they were written.
    private func sortOrder() {
        guard order.count <= 32 else { return order.sort { isBefore($0, $1) } }
        // Nothing here uses `order` in another way, and every index is below its count.
        order.withUnsafeMutableBufferPointer { order in
            for position in order.indices.dropFirst() {
                let member = order[position]
                var hole = position
                while hole > 0, isBefore(member, order[hole - 1]) {
                    order[hole] = order[hole - 1]
                    hole -= 1
                }
                order[hole] = member
            }
        }
    }

    @inline(__always)
    private func isBefore(_ a: JSON.Encoder.Ordered, _ b: JSON.Encoder.Ordered) -> Bool {
        a.prefix == b.prefix ? isBeforeByKey(a, b) : a.prefix < b.prefix
    }

    @inline(never)
    private func isBeforeByKey(_ a: JSON.Encoder.Ordered, _ b: JSON.Encoder.Ordered) -> Bool {
        // Twins are found here, too: whichever way it sorts, it compares those that are side by side in the end.
        hasEqualPrefixes = true
        return areTwins(a, b) ? a.index < b.index : isLess(members[a.index], members[b.index])
    }

    private func areTwins(_ a: JSON.Encoder.Ordered, _ b: JSON.Encoder.Ordered) -> Bool {
        a.prefix == b.prefix && isTwin(members[a.index], members[b.index])
    }

    /// Whether two members have the same key, and so the same bytes: a key is always written with the same escapes.
    func isTwin(_ a: JSON.Encoder.Member, _ b: JSON.Encoder.Member) -> Bool {
        a.prefix == b.prefix && text.bytes[a.key].elementsEqual(text.bytes[b.key])
    }

    /// Whether a member's key comes before another member's.
    func isLess(_ a: JSON.Encoder.Member, _ b: JSON.Encoder.Member) -> Bool {
        if a.prefix != b.prefix { return a.prefix < b.prefix }
        if a.isPlain, b.isPlain { return text.bytes[a.key].lexicographicallyPrecedes(text.bytes[b.key]) }
        return key(of: a).utf8.lexicographicallyPrecedes(key(of: b).utf8)
    }

    /// Returns the key of a member, from the text.
    private func key(of member: JSON.Encoder.Member) -> String {
        JSONEscapes.resolved(UnsafeRawBufferPointer(rebasing: text.bytes[member.key]))
    }

    private func rememberTwins(_ key: String, _ frame: Int) {
        session.remember("A value and a container were encoded for the key \(key).", at: codingPath(to: frame))
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
        while frames.count > 0 {
            let serial = frames.innermost.serial
            close(Place(part: self, frame: frames.count - 1, serial: serial), emptyIfNothing: true)
        }
    }
}
