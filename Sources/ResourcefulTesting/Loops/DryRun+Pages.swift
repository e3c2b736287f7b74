public import ResourcefulPages

extension DryRun {
    /// Passes the pages of a list to a function, as a loop over `Webservice.pages(of:prefetching:)` receives them, then
    /// throws the error that ends the loop, if any. An error that the function throws ends the loop.
    ///
    /// No page is prefetched: reading takes no virtual time.
    ///
    /// - Throws: The errors of a loop over the pages.
    public mutating func pages<Item>(of paged: Paged<Item>, _ body: (Paged<Item>.Page) throws -> Void) throws {
        var walk = paged.walk
        while let next = try walk.next() {
            let (page, rest) = try load(next)
            try body(page)
            walk = rest
        }
    }

    /// Passes the items of a list to a function, as a loop over `Webservice.items(of:prefetching:)` receives them, then
    /// throws the error that ends the loop, if any. An error that the function throws ends the loop.
    ///
    /// - Throws: The errors of a loop over the items.
    public mutating func items<Item>(of paged: Paged<Item>, _ body: (Item) throws -> Void) throws {
        try pages(of: paged) { page in for item in page.items { try body(item) } }
    }
}
