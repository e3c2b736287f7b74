/// The names of files in the folder of a cache. The name of an entry is the digest of its key.
enum EntryName {
    /// The file that the writers lock.
    static let state = "resourceful-cache"
    private static let temporary = "tmp-"
    private static let replaced = "old-"

    /// Whether a byte is a hexadecimal digit, in lower case. Asked for each byte of the names of a folder.
    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || byte &- 0x61 < 6 }

    /// Returns a new name for a file that a process is writing.
    static func temporary(of process: Int32) -> String {
        "\(temporary)\(process)-\(String(UInt64.random(in: 0 ... .max), radix: 16))"
    }

    /// Returns the name of the file of an entry during its replacement.
    static func replaced(_ name: String) -> String { replaced + name }

    /// Returns the entry's name for the name of a file during its replacement; nil if it isn't such a name.
    static func ofReplaced(_ name: String) -> String? {
        let entry = String(name.dropFirst(replaced.count))
        return name.hasPrefix(replaced) && isEntry(entry) ? entry : nil
    }

    /// Whether a cache uses a name, except for its state file.
    static func isOurs(_ name: String) -> Bool { isEntry(name) || isTemporary(name) || ofReplaced(name) != nil }

    /// Whether a file with a name is an entry.
    static func isEntry(_ name: String) -> Bool {
        name.utf8.count == 64 && name.utf8.allSatisfy(isDigit)
    }

    /// Whether a file with a name is being written, or was when its process ended.
    private static func isTemporary(_ name: String) -> Bool {
        guard name.hasPrefix(temporary) else { return false }
        let parts = name.utf8.dropFirst(temporary.utf8.count).split(
            separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) }
    }
}
