/// The condition for the last of counted pages.
public struct PageEnd<Page>: Sendable {
    /// A page, and what is known of its position.
    struct Count {
        let page: Page
        let itemCount: Int
        /// The number of pages up to this one; nil if unknown.
        var pagesSoFar: Int?
        /// The number of items up to this page; nil if unknown.
        var itemsSoFar: Int?

        /// Creates the position of a page from its number.
        init(_ context: NextPage<Page>.Context, number: Int, from first: Int) {
            (page, itemCount) = (context.page, context.itemCount)
            pagesSoFar = Self.distance(from: first, to: number, and: 1)
        }

        /// Creates the position of a page from its offset.
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

    /// Whether a page is the last one.
    let isReached: @Sendable (Count) throws -> Bool

    /// A page without items is the last one.
    public static var empty: PageEnd { PageEnd { $0.itemCount == 0 } }

    /// A page with fewer items than a size is the last one. Use this if the server fills every other page to the size
    /// that you ask for.
    public static func shorter(than size: Int) -> PageEnd { PageEnd { $0.itemCount < max(size, 1) } }

    /// The page states the number of pages; if it doesn't, an empty page is the last one. For ``NextPage`` by number.
    public static func count(_ count: @escaping @Sendable (Page) throws -> Int?) -> PageEnd {
        PageEnd { known in
            guard let pages = try count(known.page), let soFar = known.pagesSoFar else { return known.itemCount == 0 }
            return soFar >= pages
        }
    }

    /// The page states the total number of items; if it doesn't, an empty page is the last one.
    ///
    /// - Parameters:
    ///   - total: A function that returns the total, such as a key path.
    ///   - size: The number of items on every page but the last. It is required for numbered pages, where no offset
    ///     tells how many items precede the page; without it an empty page is the last one there.
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
    /// The number of pages is at a path of the page; if it isn't, an empty page is the last one.
    public static func count(at path: JSONPath) -> PageEnd { count { try $0[at: path].countIfAny } }

    /// The total number of items is at a path of the page; if it isn't, an empty page is the last one.
    ///
    /// - Parameters:
    ///   - path: The path of the total.
    ///   - size: The number of items on every page but the last; required for numbered pages.
    public static func total(at path: JSONPath, pageSize size: Int? = nil) -> PageEnd {
        total({ try $0[at: path].countIfAny }, pageSize: size)
    }
}

extension JSON {
    /// The whole number at this place; nil if it is absent or null.
    fileprivate var countIfAny: Int? {
        get throws { exists && !isNull ? try int : nil }
    }
}
