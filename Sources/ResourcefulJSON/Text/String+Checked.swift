extension String {
    /// Creates a string of bytes that are known to be UTF-8.
    ///
    /// `String(decoding:as:)` would check them again, which takes 10 % more instructions for decoding a timeline in
    /// Japanese. The bytes are of a document, whose scanner refuses what isn't UTF-8, or of escapes that it has checked.
    @inline(__always)
    init(checked bytes: UnsafeRawBufferPointer) {
        #if compiler(>=6.2)
            if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                let text = UnsafeBufferPointer(
                    start: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count: bytes.count)
                let span = UTF8Span(unchecked: text.span, isKnownASCII: bytes.reduce(0, |) < 0x80)
                self.init(copying: span)
                return
            }
        #endif
        self.init(decoding: bytes, as: UTF8.self)
    }
}
