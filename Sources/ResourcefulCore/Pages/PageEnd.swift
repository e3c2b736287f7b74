/// When pages that are counted come to their end.
public struct PageEnd<Page>: Sendable {
    /// What is known of a page that was counted.
    struct Count {
        let page: Page
        let itemCount: Int
        /// How many pages there were with it; nil where that is not known.
        var pagesSoFar: Int?
        /// How many items there were with it; nil where that is not known.
        var itemsSoFar: Int?

        /// A page by its number.
        init(_ context: NextPage<Page>.Context, number: Int, from first: Int) {
            (page, itemCount) = (context.page, context.itemCount)
            pagesSoFar = Self.distance(from: first, to: number, and: 1)
        }

        /// A page by its offset.
        init(_ context: NextPage<Page>.Context, offset: Int, from first: Int, by step: Int) {
            (page, itemCount) = (context.page, context.itemCount)
            itemsSoFar = Self.distance(from: first, to: offset, and: step)
        }

        private static func distance(from first: Int, to last: Int, and more: Int) -> Int? {
            let distance = last.subtractingReportingOverflow(first)
            let sum = distance.partialValue.addingReportingOverflow(more)
            return distance.overflow || sum.overflow ? nil : sum.partialValue
        }
    }

    /// Whether there are no more after a page.
    let isReached: @Sendable (Count) throws -> Bool

    /// A page without items is the last one.
    public static var empty: PageEnd { PageEnd { $0.itemCount == 0 } }

    /// A page with fewer items than so many is the last one: what is asked for, when the server always gives as many.
    public static func shorter(than size: Int) -> PageEnd { PageEnd { $0.itemCount < max(size, 1) } }

    /// A page says how many pages there are; where it does not, an empty page is the last one. For ``NextPage`` by
    /// number.
    public static func count(_ count: @escaping @Sendable (Page) throws -> Int?) -> PageEnd {
        PageEnd { known in
            guard let pages = try count(known.page), let soFar = known.pagesSoFar else { return known.itemCount == 0 }
            return soFar >= pages
        }
    }

    /// A page says how many items there are in all; where it does not, an empty page is the last one.
    ///
    /// - Parameters:
    ///   - total: Where the page says it: a key path, or any function.
    ///   - size: How many items a page has, all but the last one. It is needed where pages are numbered, and no offset
    ///     says how many came before; without it an empty page is the last one there.
    public static func total(
        _ total: @escaping @Sendable (Page) throws -> Int?, pageSize size: Int? = nil
    ) -> PageEnd {
        PageEnd { known in
            guard let items = try total(known.page) else { return known.itemCount == 0 }
            if let soFar = known.itemsSoFar { return soFar >= items }
            guard let size, size > 0, let pages = known.pagesSoFar else { return known.itemCount == 0 }
            return pages >= items / size + (items % size > 0 ? 1 : 0)
        }
    }
}

extension PageEnd where Page == JSON {
    /// How many pages there are stands at a path of the page; where it does not, an empty page is the last one.
    public static func count(at path: JSONPath) -> PageEnd { count { try $0[at: path].countIfAny } }

    /// How many items there are in all stands at a path of the page; where it does not, an empty page is the last one.
    ///
    /// - Parameters:
    ///   - path: Where the page says it.
    ///   - size: How many items a page has, all but the last one; needed where pages are numbered.
    public static func total(at path: JSONPath, pageSize size: Int? = nil) -> PageEnd {
        total({ try $0[at: path].countIfAny }, pageSize: size)
    }
}

extension JSON {
    /// The whole number at this place; nil when there is nothing, or null.
    fileprivate var countIfAny: Int? {
        get throws { exists && !isNull ? try int : nil }
    }
}
