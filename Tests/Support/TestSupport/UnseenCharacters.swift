/// The characters that change what a terminal or a log shows around them: control characters, line and paragraph
/// separators, and changes of direction.
package enum UnseenCharacters {
    package static let all: [Unicode.Scalar] =
        ([0..<0x20, 0x7F..<0xA0, 0x2028..<0x202F, 0x200E..<0x2010, 0x2066..<0x206A, 0x61C..<0x61D] as [Range<UInt32>])
        .joined().compactMap { Unicode.Scalar($0) }

    /// Whether a text has none of them.
    package static func areAbsent(from text: String) -> Bool { !text.unicodeScalars.contains(where: all.contains) }
}
