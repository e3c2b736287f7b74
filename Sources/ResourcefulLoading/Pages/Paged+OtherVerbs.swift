public import ResourcefulCore

// The verbs of other libraries. None of them can be called: the compiler suggests what to write.
extension Webservice {
    /// Unavailable: a list in pages has items.
    @available(*, unavailable, message: "write for try await item in webservice.items(of: …)")
    @_disfavoredOverload
    public func stream<Item>(of paged: Paged<Item>) -> Paged<Item>.Items { items(of: paged) }
}
