extension String {
    /// Creates a string of bytes that are known to be UTF-8.
    ///
    /// `String(decoding:as:)` would check them again, and take six times as many instructions for a text in Japanese, or
    /// a fifth of those for decoding a timeline. The bytes are of a document, whose scanner refuses what isn't UTF-8,
    /// or of escapes that it has checked.
    @inline(__always)
    init(checked bytes: UnsafeRawBufferPointer) {
        #if compiler(>=6.2)
            if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                let text = UnsafeBufferPointer(
                    start: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count: bytes.count)
                let span = UTF8Span(unchecked: text.span, isKnownASCII: SixteenBytes.areASCII(bytes))
                self.init(copying: span)
                return
            }
        #endif
        self.init(decoding: bytes, as: UTF8.self)
    }
}
