package import ResourcefulLoading

extension CacheKey {
    /// The URL and the qualifier, with a line feed between them, which no normalized URL has.
    package var line: String { url + "\n" + qualifier }

    /// Reads a key.
    package init?(line: ArraySlice<UInt8>) {
        let parts = line.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        self.init(url: String(decoding: parts[0], as: UTF8.self), qualifier: String(decoding: parts[1], as: UTF8.self))
    }
}
