/// The path and the query of an absolute URL, as they are sent.
struct SentTarget {
    /// The path, which can be empty.
    var path: Substring
    /// The query; nil if there is none.
    var query: Substring?

    init(_ url: URL) {
        let text = url.absoluteString
        let authority = text.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst("://".utf8.count)
        let rest = authority.drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let target = rest.prefix { $0 != UInt8(ascii: "#") }
        let path = target.prefix { $0 != UInt8(ascii: "?") }
        self.path = Substring(path)
        query = path.endIndex == target.endIndex ? nil : Substring(target[path.endIndex...].dropFirst())
    }
}
