public import ResourcefulCore

extension Webservice {
    /// The items of a list that comes in pages, loaded while they are read.
    ///
    ///     for try await repository in webservice.items(of: Repository.all(of: "apple")) { … }
    ///
    /// Each loop loads anew. A page is asked for when all items before it have been taken, and a failure is thrown when
    /// the loop comes to it; it ends the loop.
    ///
    /// - Parameters:
    ///   - paged: The list.
    ///   - prefetching: Whether the next page is loaded already while the items of one are read: one page, never more.
    ///     Leaving the loop cancels it.
    public func items<Item>(of paged: Paged<Item>, prefetching: Bool = false) -> Paged<Item>.Items {
        Paged<Item>.Items(pages: pages(of: paged, prefetching: prefetching))
    }

    /// The pages of a list, loaded while they are read.
    ///
    /// Each loop loads anew. A page is asked for when the loop wants it, and a failure ends the loop.
    ///
    /// - Parameters:
    ///   - paged: The list.
    ///   - prefetching: Whether the next page is loaded already while one is read: one page, never more. Leaving the
    ///     loop cancels it.
    public func pages<Item>(of paged: Paged<Item>, prefetching: Bool = false) -> Paged<Item>.Pages {
        Paged<Item>.Pages(paged: paged, webservice: self, prefetching: prefetching)
    }
}
