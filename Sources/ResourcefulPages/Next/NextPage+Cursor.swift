extension NextPage {
    /// Takes a cursor from the page and puts it into the query of the next request. The cursor is nil or empty on the
    /// last page.
    ///
    ///     .cursor(\.nextCursor, as: "cursor")
    ///
    /// - Parameters:
    ///   - cursor: A function that returns the cursor, such as a key path.
    ///   - name: The name of the query item. An existing one is replaced; everything else stays byte for byte.
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
    /// Takes a cursor, a string or a whole number, from a path of the page and puts it into the query of the next
    /// request. The cursor is absent, null or empty on the last page.
    ///
    /// - Parameters:
    ///   - path: The path of the cursor.
    ///   - name: The name of the query item. An existing one is replaced; everything else stays byte for byte.
    public static func cursor(at path: JSONPath, as name: String) -> NextPage {
        cursor({ try $0[at: path].textIfAny }, as: name)
    }
}
