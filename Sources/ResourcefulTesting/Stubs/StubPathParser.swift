/// Parses a template for matching: it reads what RFC 6570 expands.
struct StubPathParser {
    private(set) var origin: [UInt8]?
    private(set) var pieces: [StubPath.Piece] = []
    private(set) var query: [Query.Item] = []
    private(set) var queryNames: [String] = []
    private var isInQuery = false

    /// Parses a template that follows the grammar.
    mutating func parse(_ template: String) throws(RequestError) {
        var rest = template[...]
        while let brace = rest.firstIndex(of: "{") {
            addLiteral(String(rest[..<brace]))
            let end = rest[brace...].firstIndex(of: "}") ?? rest.endIndex
            try addExpression(rest[rest.index(after: brace)..<end])
            rest = rest[end...].dropFirst()
        }
        addLiteral(String(rest))
    }

    /// Adds literal text; the first literal may begin with the scheme and authority of a URL.
    mutating func addLiteral(_ text: String) {
        guard !text.isEmpty else { return }
        if isInQuery { return query += Query(parsing: text).items }
        let (origin, path, query) = StubRequest.parts(of: text)
        if pieces.isEmpty, !origin.isEmpty {
            self.origin = Array(String(decoding: origin, as: UTF8.self).lowercased().utf8)
        }
        if text.contains("?") { isInQuery = true }
        self.query += Query(parsing: String(decoding: query, as: UTF8.self)).items
        let isBare = pieces.isEmpty && !origin.isEmpty && path.isEmpty
        let literal = isBare ? [UInt8(ascii: "/")] : pieces.isEmpty ? path : (origin + path)
        if !literal.isEmpty { pieces.append(.literal(Percent.normalized(literal))) }
    }

    private mutating func addExpression(_ expression: Substring) throws(RequestError) {
        let mark = expression.first.flatMap { "+#./;?&".contains($0) ? $0 : nil }
        let variables = (mark == nil ? expression : expression.dropFirst()).split(separator: ",").map { text in
            (name: String(text.prefix { $0 != "*" && $0 != ":" }), isExploded: text.hasSuffix("*"))
        }
        switch mark {
        case "?", "&":
            isInQuery = true
            queryNames += variables.map(\.name)
        case "#": return
        case ";": throw RequestError("a stub's path can't have parameters: {\(expression)}")
        default:
            for (index, variable) in variables.enumerated() {
                let isMarked = mark == "/" || mark == "."
                if index > 0, !isMarked { pieces.append(.literal(ArraySlice(",".utf8))) }
                pieces.append(
                    .variable(
                        name: variable.name, mark: isMarked ? mark?.asciiValue : nil,
                        spansSegments: mark == "+" || (mark == "/" && variable.isExploded)))
            }
        }
    }
}
