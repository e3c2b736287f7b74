/// The names of files: of a download in a folder, and of its partial file until it is complete.
package enum DownloadName {
    /// Returns the name that a URL suggests: its last segment, made safe, or `download` if nothing of it remains.
    static func suggested(by url: URL) -> String {
        let path = url.absoluteURL.path(percentEncoded: true)
        let last = path.split(separator: "/").last ?? ""
        let text = Charset.utf8.decode(Data(PercentEncoding.bytes(last.utf8))) ?? String(last)
        return SafeFileName.name(of: text) ?? "download"
    }

    /// Returns the name to use if the name is taken: `name (2).ext`.
    package static func numbered(_ name: String, _ number: Int) -> String {
        guard number > 1 else { return name }
        let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
        let (stem, ending) = dot.map { (String(name[..<$0]), String(name[$0...])) } ?? (name, "")
        let suffix = " (\(number))" + (ending.utf8.count <= 32 ? ending : "")
        return cut(ending.utf8.count <= 32 ? stem : name, to: SafeFileName.limit - suffix.utf8.count) + suffix
    }

    /// Returns the name of a partial file. Each of several processes that fetch the same file uses another number.
    package static func partial(_ name: String, _ number: Int = 1) -> String {
        // Leaves space for what is added here, and for the record's name.
        let stem =
            name.utf8.count <= 220
            ? name : "\(cut(name, to: 180))-\(Hexadecimal.text(of: SHA256.digest(of: name.utf8)).prefix(16))"
        // The number follows the word, because `a.2` is the name of another file.
        return ".\(stem).partial" + (number > 1 ? "-\(number)" : "")
    }

    /// Returns the name of the record of a partial file.
    package static func record(of partial: String) -> String { "\(partial)-record" }

    private static func cut(_ text: String, to limit: Int) -> String {
        var (kept, count) = ("", 0)
        for scalar in text.unicodeScalars {
            count += UTF8.width(scalar)
            guard count <= limit else { break }
            kept.unicodeScalars.append(scalar)
        }
        return kept
    }
}
