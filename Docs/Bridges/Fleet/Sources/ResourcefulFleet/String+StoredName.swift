import ResourcefulLoading

extension String {
    /// The name of an entry as a server keeps it: readable, without a space, a line feed or a query.
    ///
    /// A name with other characters than those of an origin and an account is a digest.
    package var storedName: String {
        let isPlain = utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: " -_.:/~[]%".utf8.contains(byte)
            }
        }
        guard isPlain, utf8.count <= 200 else { return "=" + CacheKey(url: self).digest }
        return String(map { $0 == " " ? "|" : $0 })
    }
}
