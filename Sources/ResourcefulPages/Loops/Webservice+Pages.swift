extension Webservice {
    /// Returns the items of a paged list, which are loaded as you read them.
    ///
    ///     for try await repository in webservice.items(of: Repository.all(of: "apple")) { … }
    ///
    /// Each loop loads the list again. A page is loaded after all items before it are read. A failure is thrown when
    /// the loop reaches it, and ends the loop.
    ///
    /// - Parameters:
    ///   - paged: The list.
    ///   - prefetching: Whether to load the next page while you read the items of one: a single page, never more.
    ///     Leaving the loop cancels it.
    public func items<Item>(of paged: Paged<Item>, prefetching: Bool = false) -> Paged<Item>.Items {
        Paged<Item>.Items(pages: pages(of: paged, prefetching: prefetching))
    }

    /// Returns the pages of a list, which are loaded as you read them.
    ///
    /// Each loop loads the list again. A page is loaded when the loop asks for it, and a failure ends the loop.
    ///
    /// - Parameters:
    ///   - paged: The list.
    ///   - prefetching: Whether to load the next page while you read one: a single page, never more. Leaving the loop
    ///     cancels it.
    public func pages<Item>(of paged: Paged<Item>, prefetching: Bool = false) -> Paged<Item>.Pages {
        Paged<Item>.Pages(paged: paged, webservice: self, prefetching: prefetching)
    }
}
