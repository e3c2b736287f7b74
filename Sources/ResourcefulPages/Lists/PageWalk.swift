/// A walk over the pages of a list, as a value: the next request and those that were sent. Webservices and dry runs
/// walk with it, and so can a plan of your own: load the plan of ``next()``, and go on with the rest.
public struct PageWalk<Item: Sendable>: Sendable {
    private let paged: Paged<Item>
    private var pageCount = 0
    private var upcoming: Result<Request?, any Error>
    private var sent = SentRequests()

    fileprivate init(_ paged: Paged<Item>) {
        self.paged = paged
        upcoming = .success(paged.request)
    }

    /// Returns the next page and the walk after it; nil after the last page.
    ///
    /// - Throws: `LoadError` if the previous page names a next one that can't be requested.
    public func next() throws -> Plan<(page: Paged<Item>.Page, rest: PageWalk)>? {
        guard let request = try upcoming.get() else { return nil }
        guard pageCount < paged.maximumPageCount else {
            throw refusal(of: request, .tooManyPages(maximum: paged.maximumPageCount))
        }
        guard !sent.contains(request) else { throw refusal(of: request, .cycle(page: pageCount)) }
        return paged.page(pageCount + 1, of: request).plan.map { page in (page, after(page, of: request)) }
    }

    private func after(_ page: Paged<Item>.Page, of request: Request) -> PageWalk {
        var walk = self
        walk.pageCount += 1
        walk.sent.insert(request)
        // A later page may name a relative URL by its absolute form.
        let answered = request.answered(by: page.response)
        if answered.url != request.url { walk.sent.insert(answered) }
        walk.upcoming = Result { try page.next }
        return walk
    }

    private func refusal(of request: Request, _ error: PagingError) -> LoadError {
        LoadError(stage: .request, request: request, underlyingError: error)
    }

    /// Reduces all pages from here on, one after another, until a function wants no more.
    func reduce<Output: Sendable>(
        _ output: Output, _ wantsMore: @escaping @Sendable (inout Output, Paged<Item>.Page) -> Bool
    ) -> Plan<Output> {
        do {
            guard let next = try next() else { return .value(output) }
            return next.flatMap { page, rest in
                var output = output
                return wantsMore(&output, page) ? rest.reduce(output, wantsMore) : .value(output)
            }
        } catch {
            return .failure(error)
        }
    }
}

extension Paged {
    /// A walk that begins with the first page.
    public var walk: PageWalk<Item> { PageWalk(self) }
}
