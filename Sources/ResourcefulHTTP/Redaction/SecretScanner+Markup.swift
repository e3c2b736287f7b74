// Elements and their tags, and lists of names and values.
extension SecretScanner {
    /// Handles a mark that begins or ends an object or a tag. Returns whether the scanner moved forward.
    mutating func skipBoundary() -> Bool {
        switch bytes[index] {
        case UInt8(ascii: "{"), UInt8(ascii: "}"): pair = SecretPair()
        case UInt8(ascii: "<"): (pair, tag) = (SecretPair(), nil)
        case UInt8(ascii: ">"): return skipContent()
        default: break
        }
        return false
    }

    /// Returns whether a name names the element whose tag begins before it, with or without a prefix.
    func isTag(_ name: Range<Int>) -> Bool {
        var place = name.lowerBound
        if place > 1, bytes[place - 1] == UInt8(ascii: ":") {
            place -= 1
            while place > 0, Self.isNameByte(bytes[place - 1]), name.lowerBound - place < 64 { place -= 1 }
        }
        return place > 0 && bytes[place - 1] == UInt8(ascii: "<")
    }

    /// Whether the current position is in the tag of a secret element.
    var isInSecretTag: Bool {
        guard let tag, tag.count <= Self.maximumNameLength else { return false }
        return redaction.isSecret(key: text(tag))
    }

    /// Handles the end of a tag: the whole content of a secret element is one place. Returns whether the scanner moved
    /// forward.
    private mutating func skipContent() -> Bool {
        guard let tag, index > 0 else { return false }
        defer { self.tag = nil }
        let (name, isEmpty) = (text(tag), bytes[index - 1] == UInt8(ascii: "/"))
        index += 1
        if isEmpty || Self.emptyElements.contains(name.lowercased()) { return true }
        let role = SecretPair.Role(name)
        let isSecret = pair.isSecret || redaction.isSecret(key: name)
        if role == .name {
            var end = index
            while end < bytes.count, bytes[end] != UInt8(ascii: "<"), end - index <= Self.maximumNameLength { end += 1 }
            if isSecretName(trimmed(index..<end), isWord: true) {
                expectsValue = true
                index = end
                return true
            }
        }
        guard isSecret || expectsValue && (role == .value || Self.valueElements.contains(name.lowercased())) else {
            return true
        }
        expectsValue = false
        let start = index
        skipToClosing(Array(bytes[tag]))
        places.append(start..<index)
        return true
    }

    private func trimmed(_ place: Range<Int>) -> Range<Int> {
        var (start, end) = (place.lowerBound, place.upperBound)
        while start < end, bytes[start] <= 0x20 { start += 1 }
        while start < end, bytes[end - 1] <= 0x20 { end -= 1 }
        // Words with spaces between them are a title.
        return bytes[start..<end].contains(0x20) ? start..<start : start..<end
    }

    /// Moves to the end tag of an element, or to the end of the text if there is none.
    private mutating func skipToClosing(_ name: [UInt8]) {
        var depth = 1
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "<") else {
                index += 1
                continue
            }
            var next = index + 1
            let isEnd = next < bytes.count && bytes[next] == UInt8(ascii: "/")
            if isEnd { next += 1 }
            var end = next
            while end < bytes.count, Self.isNameByte(bytes[end]) || bytes[end] == UInt8(ascii: ":") { end += 1 }
            if bytes[next..<end].split(separator: UInt8(ascii: ":")).last.map(Array.init) == name {
                depth += isEnd ? -1 : 1
                if depth == 0 { return }
            }
            index = max(end, index + 1)
        }
    }

    /// HTML elements without content.
    private static let emptyElements: Set<String> = ["input", "meta", "link", "br", "hr", "img"]

    /// Elements of property lists that are values.
    private static let valueElements: Set<String> = ["integer", "real", "dict", "array", "date"]

    /// Returns the start of the value that follows a field name in a list: `["Authorization", "Bearer …"]`.
    func valueInList(behind name: Range<Int>, _ end: Int) -> Int? {
        guard name.count <= Self.maximumNameLength, end < bytes.count, case let quote = bytes[end],
            #""'"#.utf8.contains(quote), name.lowerBound > 0,
            bytes[name.lowerBound - 1] == quote, isElement(before: name.lowerBound - 1), SecretPair.isField(text(name)),
            redaction.isSecret(name: text(name))
        else { return nil }
        var place = end + 1
        while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
        guard place < bytes.count, bytes[place] == UInt8(ascii: ",") else { return nil }
        place += 1
        while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
        guard place < bytes.count, bytes[place] == quote else { return nil }
        // In a list of names, another name follows.
        let next = bytes[(place + 1)...].prefix { $0 != quote && $0 > 0x20 }.prefix(Self.maximumNameLength)
        return SecretPair.isFieldName(next) ? nil : place
    }

    /// Returns whether the text that begins here is an element of a list.
    private func isElement(before place: Int) -> Bool {
        var place = place
        while place > 0, bytes[place - 1] <= 0x20 { place -= 1 }
        return place > 0 && "[,(".utf8.contains(bytes[place - 1])
    }

    /// Returns the content of a form's part whose head contains the given name: from the empty line to the next
    /// delimiter.
    func contentOfPart(named name: Range<Int>) -> Range<Int>? {
        var lineStart = name.lowerBound
        while lineStart > 0, bytes[lineStart - 1] != 0x0A, name.lowerBound - lineStart < 256 { lineStart -= 1 }
        let line = Array(bytes[lineStart..<name.lowerBound])
        guard ByteSearch.place(of: Array("form-data".utf8), in: line) != nil else { return nil }
        let place = name.upperBound
        // Only a head of a few lines is searched.
        let head = place..<min(place + 512, bytes.count)
        guard let empty = head.first(where: { bytes[$0] == 0x0A && (isAt($0 + 1, "\n") || isAt($0 + 1, "\r\n")) })
        else {
            return nil
        }
        let start = empty + (isAt(empty + 1, "\n") ? 2 : 3)
        let end = ByteSearch.place(of: Array("\n--".utf8), in: bytes, from: start - 1) ?? bytes.count
        return start..<max(start, end)
    }

    private func isAt(_ place: Int, _ text: String) -> Bool {
        bytes[min(place, bytes.count)...].starts(with: text.utf8)
    }
}
