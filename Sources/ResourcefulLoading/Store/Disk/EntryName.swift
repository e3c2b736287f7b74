package import ResourcefulCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// The names of files in the folder of a cache: an entry's is the SHA-256 of its key, in hexadecimal digits.
package enum EntryName {
    /// The file that the writers lock.
    package static let state = "resourceful-cache"
    private static let temporary = "tmp-"
    private static let replaced = "old-"
    private static let digits = Array("0123456789abcdef".utf8)

    /// The name of the file of an entry. Both parts count, and where the one ends.
    package static func of(_ key: CacheKey) -> String {
        var hash = SHA256()
        hash.update(key.url.utf8)
        if !key.qualifier.isEmpty {
            hash.update(CollectionOfOne(0))
            hash.update(key.qualifier.utf8)
        }
        let digest = hash.digest()
        return String(unsafeUninitializedCapacity: 64) { text in
            for (index, byte) in digest.enumerated() {
                text[2 * index] = digits[Int(byte >> 4)]
                text[2 * index + 1] = digits[Int(byte & 15)]
            }
            return 64
        }
    }

    /// A name for a file that is being written.
    static func newTemporary() -> String {
        "\(temporary)\(getpid())-\(String(UInt64.random(in: 0 ... .max), radix: 16))"
    }

    /// The name that the file of an entry has while it is replaced.
    static func replaced(_ name: String) -> String { replaced + name }

    /// The name of the entry whose file has a name because it is replaced; nil when that is no such name.
    static func ofReplaced(_ name: String) -> String? {
        let entry = String(name.dropFirst(replaced.count))
        return name.hasPrefix(replaced) && isEntry(entry) ? entry : nil
    }

    /// Whether a name is one that a cache gives, but for the state.
    static func isOurs(_ name: String) -> Bool { isEntry(name) || isTemporary(name) || ofReplaced(name) != nil }

    /// Whether a name is one of an entry.
    static func isEntry(_ name: String) -> Bool {
        name.utf8.count == 64 && name.utf8.allSatisfy(digits.contains)
    }

    /// Whether a name is one of a file that is being written, or was when its process ended.
    private static func isTemporary(_ name: String) -> Bool {
        guard name.hasPrefix(temporary) else { return false }
        let parts = name.utf8.dropFirst(temporary.utf8.count).split(
            separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(digits.contains) }
    }
}
