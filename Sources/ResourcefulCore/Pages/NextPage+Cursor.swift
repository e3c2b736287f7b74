extension NextPage {
    /// A cursor in the page, put into the query of the next request; nil or empty after the last page.
    ///
    ///     .cursor(\.nextCursor, as: "cursor")
    ///
    /// - Parameters:
    ///   - cursor: Where the cursor is: a key path, or any function.
    ///   - name: The name of the item of the query. One that is there is replaced; all else stays byte for byte.
    public static func cursor<Cursor: CustomStringConvertible & Sendable>(
        _ cursor: @escaping @Sendable (Page) throws -> Cursor?, as name: String
    ) -> NextPage {
        NextPage { context in
            guard let text = try cursor(context.page)?.description, !text.isEmpty else { return nil }
            return context.request.replacing(item: name, by: text)
        }
    }
}

extension NextPage where Page == JSON {
    /// A cursor at a path of the page, a string or a whole number, put into the query of the next request; absent, null
    /// or empty after the last page.
    ///
    /// - Parameters:
    ///   - path: Where the cursor stands.
    ///   - name: The name of the item of the query. One that is there is replaced; all else stays byte for byte.
    public static func cursor(at path: JSONPath, as name: String) -> NextPage {
        cursor({ try $0[at: path].textIfAny }, as: name)
    }
}
