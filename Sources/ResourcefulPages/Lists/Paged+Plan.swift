extension Paged {
    /// Loads the items of all pages in the server's order, up to a limit.
    ///
    /// Pages are loaded one after another, and only as needed. A failure of any page is the result.
    public func collect(limit: Int? = nil) -> Plan<[Item]> {
        if let limit, limit <= 0 { return .value([]) }
        return walk.reduce(GatheredItems()) { items, page in
            items.append(page.items)
            return limit.map { items.count < $0 } ?? true
        }.map { $0.prefix(limit) }
    }

    /// Loads all pages in the server's order, one after another, up to a limit.
    public func pages(limit: Int? = nil) -> Plan<[Page]> {
        if let limit, limit <= 0 { return .value([]) }
        return walk.reduce(GatheredItems()) { pages, page in
            pages.append([page])
            return limit.map { pages.count < $0 } ?? true
        }.map { $0.prefix(nil) }
    }
}

extension Paged: Loadable {
    /// The items of all pages: the result of loading the whole list.
    public var plan: Plan<[Item]> { collect() }
}
