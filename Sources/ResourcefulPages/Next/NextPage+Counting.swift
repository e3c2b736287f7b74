extension NextPage {
    /// Counts up the number of the page in the query.
    ///
    ///     .number(as: "page")                                // until a page is empty
    ///     .number(as: "page", until: .shorter(than: 100))    // until a page is not full
    ///     .number(as: "page", until: .count(\.pageCount))
    ///
    /// - Parameters:
    ///   - name: The name of the query item. A first request without it asks for the first page.
    ///   - first: The number of the first page.
    ///   - end: The condition for the last page.
    public static func number(
        as name: String, from first: Int = 1, until end: PageEnd<Page> = .empty
    ) -> NextPage {
        NextPage { context in
            let number = try context.request.count(in: name) ?? first
            guard try !end.isReached(PageEnd.Count(context, number: number, from: first)) else { return nil }
            return try context.request.counting(name, from: number, by: 1)
        }
    }

    /// Counts up the number of items before the page in the query.
    ///
    ///     .offset(as: "offset", until: .total(\.total))
    ///
    /// - Parameters:
    ///   - name: The name of the query item. A first request without it asks for the first page.
    ///   - first: The offset of the first page.
    ///   - step: The number to add; nil for the number of items on the page, where an empty page is the last one.
    ///   - end: The condition for the last page.
    public static func offset(
        as name: String, from first: Int = 0, by step: Int? = nil, until end: PageEnd<Page> = .empty
    ) -> NextPage {
        NextPage { context in
            let offset = try context.request.count(in: name) ?? first
            let step = step ?? context.itemCount
            guard step > 0, try !end.isReached(PageEnd.Count(context, offset: offset, from: first, by: step)) else {
                return nil
            }
            return try context.request.counting(name, from: offset, by: step)
        }
    }
}

extension Request {
    /// Returns the number in a query item; nil if there is none.
    fileprivate func count(in name: String) throws(LoadError) -> Int? {
        guard let text = Query(of: url).values(of: name).last else { return nil }
        if let number = Int(text) { return number }
        throw LoadError(
            stage: .request, request: self, underlyingError: RequestError("the query item \(name) isn't a number"))
    }

    fileprivate func counting(_ name: String, from number: Int, by step: Int) throws(LoadError) -> Request {
        let (next, overflows) = number.addingReportingOverflow(step)
        guard !overflows else {
            throw LoadError(
                stage: .request, request: self,
                underlyingError: RequestError("the query item \(name) can't be incremented any further"))
        }
        return replacing(item: name, by: "\(next)")
    }
}
