extension Paged {
    /// The items of all pages in the server's order, or the first so many of them.
    ///
    /// The pages are loaded one after the other, and none that is not needed. A failure of any page is the outcome.
    public func collect(limit: Int? = nil) -> Plan<[Item]> {
        if let limit, limit <= 0 { return .value([]) }
        return PageWalk(self).reduce(GatheredItems()) { items, page in
            items.append(page.items)
            return limit.map { items.count < $0 } ?? true
        }.map { $0.prefix(limit) }
    }

    /// All pages in the server's order, or the first so many of them, one after the other.
    public func pages(limit: Int? = nil) -> Plan<[Page]> {
        if let limit, limit <= 0 { return .value([]) }
        return PageWalk(self).reduce(GatheredItems()) { pages, page in
            pages.append([page])
            return limit.map { pages.count < $0 } ?? true
        }.map { $0.prefix(nil) }
    }
}

extension Paged: Loadable {
    /// The items of all pages: what is loaded when the list is loaded as a whole.
    public var plan: Plan<[Item]> { collect() }
}
