/// The text of a document and the tape of its values, in the order of their first bytes. In an object, keys and values
/// alternate. A value is identified by the index of its word on the tape, its node.
///
/// It is `@unchecked Sendable` because of the pointer. The pointer refers to bytes that this object keeps alive and
/// that don't change. They are the bytes of `data`, which aren't copied: while this object holds `data`, mutating
/// another copy of it copies the bytes first.
@usableFromInline final class JSONDocument: @unchecked Sendable {
    let text: UnsafeRawBufferPointer
    let tape: [UInt64]
    /// The shortcuts into large containers, by node.
    let shortcuts: [Int: JSONShortcut]

    /// The mask of the text.
    let mask: (any TextMask)?

    private let data: Data
    private let copy: UnsafeMutableRawBufferPointer?

    init(
        _ data: Data, maximumDepth: Int = JSONScanner.maximumDepth, mask: (any TextMask)? = nil
    ) throws(ParseFailure) {
        guard data.count <= Self.longestText else {
            throw ParseFailure(expected: "a text of less than 4 GB", found: "\(data.count) bytes")
        }
        // Data stores a small number of bytes inline, where they have no stable address.
        let copy = data.count <= Self.longestCopy ? Self.copy(of: data) : nil
        self.mask = mask
        self.data = copy == nil ? data : Data()
        self.copy = copy
        text = copy.map { UnsafeRawBufferPointer(rebasing: $0[..<data.count]) } ?? data.withUnsafeBytes { $0 }
        do throws(JSONMistake) {
            (tape, shortcuts) = try JSONScanner.scan(text, maximumDepth: maximumDepth)
        } catch {
            // If an initializer throws before it has set all properties, deinit doesn't run.
            copy?.deallocate()
            throw ParseFailure(JSONTextFailure(error, in: data, mask: mask))
        }
    }

    /// Creates a document with a value per line. They follow each other on the tape, and a path begins at one of them.
    /// Fails unless every line is a value or blank, and for lines so short that they have no stable address.
    init?(lines: Data, lineBreaks: Int) {
        guard lines.count > Self.longestCopy, lines.count <= Self.longestText else { return nil }
        let text = lines.withUnsafeBytes { $0 }
        guard let (tape, shortcuts) = JSONScanner.scanLines(text, lineBreaks: lineBreaks) else { return nil }
        (self.text, self.tape, self.shortcuts) = (text, tape, shortcuts)
        (data, copy, mask) = (lines, nil, nil)
    }

    deinit { copy?.deallocate() }

    private static func copy(of data: Data) -> UnsafeMutableRawBufferPointer {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: longestCopy, alignment: 8)
        data.withUnsafeBytes { copy.copyMemory(from: $0) }
        return copy
    }

    private static let longestText = Int(UInt32.max) - 64
    private static let longestCopy = 64
}

// The structure of the document.
extension JSONDocument {
    @inline(__always) func word(_ node: Int) -> JSONWord { JSONWord(bits: tape[node]) }

    /// Returns the node after this one and everything in it.
    @inline(__always) func next(after node: Int) -> Int {
        word(node).isContainer ? JSONEnd(bits: tape[node + 1]).next : node + 1
    }

    /// Returns the first node in a container, if it has any.
    @inline(__always) func first(in node: Int) -> Int { node + 2 }

    /// Returns the node after the last one in a container.
    @inline(__always) func end(of node: Int) -> Int { JSONEnd(bits: tape[node + 1]).next }

    /// Returns the number of elements of an array, or of members of an object.
    func count(of node: Int) -> Int {
        let count = word(node).length
        guard count == JSONWord.longest else { return count }
        var child = first(in: node)
        var exact = 0
        while child < end(of: node) {
            if word(node).kind == .object { child += 1 }
            child = next(after: child)
            exact += 1
        }
        return exact
    }

    /// Returns the content of a scalar: the digits of a number, or the text between the quotes of a string.
    @inline(__always) func content(of node: Int) -> UnsafeRawBufferPointer {
        let word = word(node)
        return UnsafeRawBufferPointer(rebasing: text[word.offset..<endOfContent(word)])
    }

    /// Returns the text of a number.
    @inline(__always) func number(at node: Int) -> NumberText {
        let word = word(node)
        return NumberText(
            readable: UnsafeRawBufferPointer(rebasing: text[word.offset...]), count: endOfContent(word) - word.offset)
    }

    @inline(__always) private func endOfContent(_ word: JSONWord) -> Int {
        word.length < JSONWord.longest ? word.offset + word.length : endOfLongContent(word)
    }

    /// Returns the end of a content whose length doesn't fit in its word.
    private func endOfLongContent(_ word: JSONWord) -> Int {
        var end = word.offset + JSONWord.longest
        if word.kind.isNumber {
            while end < text.count, JSONNumber.isPart(text[end]) { end += 1 }
            return end
        }
        end = word.offset
        while end < text.count, text[end] != UInt8(ascii: "\"") { end += text[end] == UInt8(ascii: "\\") ? 2 : 1 }
        return min(end, text.count)
    }

    /// Returns the text of a value, including quotes and brackets.
    func bytes(of node: Int) -> UnsafeRawBufferPointer {
        let word = word(node)
        if word.isContainer {
            return UnsafeRawBufferPointer(rebasing: text[word.offset..<JSONEnd(bits: tape[node + 1]).end])
        }
        let content = content(of: node)
        guard word.kind.isString else { return content }
        return UnsafeRawBufferPointer(rebasing: text[(word.offset - 1)..<(word.offset + content.count + 1)])
    }

    /// Returns the offset of the text of a value.
    func start(of node: Int) -> Int { word(node).offset - (word(node).kind.isString ? 1 : 0) }
}
