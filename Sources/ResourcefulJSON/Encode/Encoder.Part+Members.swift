extension JSON.Encoder.Part {
    typealias Part = JSON.Encoder.Part
    typealias Place = JSON.Encoder.Place

    /// Writes the next member of an object; discards it if its value fails.
    @inline(__always)
    func member(_ key: String, at place: Place, isNested: Bool = false, _ write: (Part) throws -> Void) rethrows {
        try member(at: place, { $0.begin(key, at: $1, isNested: isNested) }, write)
    }

    /// Writes the next member of an object, whose key a function writes.
    @inline(__always)
    func member(
        at place: Place, _ begin: (Part, Place) -> JSON.Encoder.Member, _ write: (Part) throws -> Void
    ) rethrows {
        guard isInnermost(place) else { return try aside(from: place) { try $0.member(at: $1, begin, write) } }
        let member = begin(self, place)
        try finish(place, write)
        record(member)
    }

    /// Writes the next element of an array; discards it if its value fails.
    @inline(__always)
    func element(at place: Place, _ write: (Part) throws -> Void) rethrows {
        guard isInnermost(place) else { return try aside(from: place) { try $0.element(at: $1, write) } }
        frames.innermost.chunk = text.count
        if isPretty { text.appendLine(indentedBy: depth + place.frame + 1) }
        try finish(place, write)
        text.append(UInt8(ascii: ","))
        frames.innermost.count += 1
    }

    /// Writes a key and a colon, and returns a member that begins at 0 instead of the current chunk.
    func begin(_ key: String, at place: Place, isNested: Bool) -> JSON.Encoder.Member {
        let start = beginKey(at: place)
        text.append(key)
        let length = text.count - 1 - start
        appendColon()
        let isPlain = length == key.utf8.count
        return JSON.Encoder.Member(
            start: 0, lead: UInt32(start - frames.innermost.chunk), length: UInt32(clamping: length),
            prefix: isPlain
                ? EightBytes.prefix(of: text.bytes, at: start, count: length) : JSON.Encoder.Member.prefix(of: key),
            isPlain: isPlain, isNested: isNested)
    }

    /// Does the same with the name that an index has; nil, and nothing is written, if it has none.
    @inline(never)
    func begin(_ names: JSON.Encoder.KeyNames?, _ index: Int, at place: Place) -> JSON.Encoder.Member? {
        guard let name = names?[index] else { return nil }
        let start = beginKey(at: place)
        text.append(name)
        appendColon()
        return JSON.Encoder.Member(
            start: 0, lead: UInt32(start - frames.innermost.chunk), length: UInt32(name.length), prefix: name.prefix,
            isPlain: true, isNested: false)
    }

    /// Begins a member, and returns the place of its key without quotes.
    @inline(__always)
    private func beginKey(at place: Place) -> Int {
        frames.innermost.chunk = text.count
        if isPretty { text.appendLine(indentedBy: depth + place.frame + 1) }
        return text.count + 1
    }

    @inline(__always)
    private func appendColon() {
        if isPretty { text.append(ascii: " : ") } else { text.append(UInt8(ascii: ":")) }
    }

    /// Writes a value of the innermost array or object, which is the innermost one again then.
    @inline(__always)
    private func finish(_ place: Place, _ write: (Part) throws -> Void) rethrows {
        do {
            try write(self)
        } catch {
            text.truncate(to: frames[place.frame].chunk)
            throw error
        }
    }

    /// Ends the member that a key began.
    private func record(_ named: JSON.Encoder.Member) {
        text.append(UInt8(ascii: ","))
        // A value further out that was written meanwhile is before this one.
        let member = named.moved(by: frames.innermost.chunk)
        if sortsKeys {
            // Twins are found when the members are sorted. In ascending order, there are none.
            frames.innermost.add(isInOrder: frames.innermost.count == 0 || isLastLess(than: member))
        } else {
            // Multiplication mixes the bytes of the prefix into the highest six bits.
            let bit: UInt64 = 1 << ((member.prefix &* 0x9E37_79B9_7F4A_7C15) >> 58)
            let mayHaveTwin = frames.innermost.seen & bit != 0 && mayHaveTwin(member)
            frames.innermost.add(bit, mayHaveTwin: mayHaveTwin)
        }
        members.append(member)
    }

    /// Whether the last member's key comes before another member's.
    @inline(__always)
    private func isLastLess(than member: JSON.Encoder.Member) -> Bool {
        let prefix = members[members.count - 1].prefix
        return prefix == member.prefix ? isLess(members[members.count - 1], member) : prefix < member.prefix
    }

    /// Whether a previous member has the same key. With many members, it isn't checked.
    private func mayHaveTwin(_ member: JSON.Encoder.Member) -> Bool {
        let first = frames.innermost.firstMember
        return members.count - first >= 16 || members[first...].contains { isTwin($0, member) }
    }

    /// Writes to a value while another value inside it is incomplete: to a separate part, which is inserted before the
    /// incomplete one.
    ///
    /// Linear in what has been written since, but rare in practice. Writing to a value that has ended does nothing.
    @inline(never)
    private func aside(from place: Place, _ write: (Part, Place) throws -> Void) rethrows {
        guard isOpen(place) else { return }
        let aside = Part(session, path: codingPath(to: place.frame), depth: depth + place.frame)
        let inner = aside.push(key: nil, index: JSON.Encoder.Frame.noIndex)
        try write(aside, inner)
        insert(aside, in: place.frame)
    }

    private func insert(_ other: Part, in frame: Int) {
        let (position, length) = (frames[frame].chunk, other.text.count)
        let (firstMember, firstGap) = (frames[frame + 1].firstMember, frames[frame + 1].firstGap)
        for index in members.indices[firstMember...] { members[index].start += length }
        for index in gaps.indices[firstGap...] { gaps[index].position += length }
        members.insert(contentsOf: other.members.map { $0.moved(by: position) }, at: firstMember)
        gaps.insert(
            contentsOf: other.gaps.map { JSON.Encoder.Gap(position: $0.position + position, part: $0.part) },
            at: firstGap)
        frames[frame].count += other.frames[0].count
        frames[frame].chunk += length
        if !other.members.isEmpty {
            frames[frame].isInOrder = false
            frames[frame].mayHaveTwins = true
        }
        for index in (frame + 1)..<frames.count {
            frames[index].start += length
            frames[index].chunk += length
            frames[index].firstMember += other.members.count
            frames[index].firstGap += other.gaps.count
        }
        text.insert(other.text.bytes, at: position)
    }
}

extension JSON.Encoder.Member {
    fileprivate func moved(by length: Int) -> Self {
        var member = self
        member.start += length
        return member
    }
}
