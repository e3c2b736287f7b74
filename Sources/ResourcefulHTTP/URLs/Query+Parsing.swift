extension Query {
    /// A query from its encoded text, without the `?`. Never fails: what is malformed stands for itself.
    ///
    /// Items end at `&`, a name at the first `=`, a `+` is a space, a `%` without two digits behind it is itself, and
    /// what is no UTF-8 is repaired: as the WHATWG URL standard reads a form. A comma as it is separates the
    /// ``Item/values`` of an item. Parsing what ``encoded`` gave makes an equal query.
    public init(parsing text: some StringProtocol, spaces: Spaces = .percentEncoded) {
        let items = text.utf8.split(separator: UInt8(ascii: "&")).map { item in
            let equals = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
            let name = PercentEncoding.decoded(item[..<equals], plusAsSpace: true)
            guard equals < item.endIndex else { return Item(name, nil) }
            let values = item[item.index(after: equals)...]
                .split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            return Item(name, joining: values.map { PercentEncoding.decoded($0, plusAsSpace: true) })
        }
        self.init(items, spaces: spaces)
    }
}
