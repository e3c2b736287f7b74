/// The URLs of a stub: a template whose variables are read from a path.
package struct StubPath: Sendable, CustomStringConvertible {
    /// A piece of the template.
    enum Piece: Hashable, Sendable {
        /// Literal text, with normalized percent-encoding.
        case literal(ArraySlice<UInt8>)
        /// A value. If a `mark` precedes it, both may be missing.
        case variable(name: String, mark: UInt8?, spansSegments: Bool)
    }

    /// The template as it was written, or the URL.
    package let description: String
    /// The scheme and authority in lower case; nil for any.
    let origin: [UInt8]?
    /// Whether the template begins at the root.
    let isRooted: Bool
    let pieces: [Piece]
    /// The query items in the template.
    let query: [Query.Item]
    /// The names of the optional query items whose values are read.
    let queryNames: [String]
    /// The reason why the template can't be used.
    let problem: String?

    /// Creates a path from the text of a template.
    init(_ template: String) {
        var parser = StubPathParser()
        do {
            _ = try URITemplate(template)
            try parser.parse(template)
            self.init(template, parser)
        } catch {
            self.init(template, StubPathParser(), problem: "\(error)")
        }
    }

    /// Creates a path from the literal URL of a request.
    package init(_ request: Request) {
        let text = request.url.absoluteString
        var parser = StubPathParser()
        parser.addLiteral(text)
        let problem = request.rejected.first.map { "the request can't be sent: \($0)" }
        self.init("\(Redaction.standard.redacted(request.url))", parser, problem: problem)
    }

    private init(_ text: String, _ parser: StubPathParser, problem: String? = nil) {
        description = text
        origin = parser.origin
        pieces = parser.pieces
        query = parser.query
        queryNames = parser.queryNames
        self.problem = problem
        isRooted =
            switch pieces.first {
            case .literal(let bytes)?: bytes.first == UInt8(ascii: "/") || parser.origin != nil
            case .variable(_, mark: UInt8(ascii: "/"), _)?: true
            case .variable?, nil: parser.origin != nil
            }
    }
}

extension StubPath {
    /// Returns the values of the variables; nil if the path doesn't match the template.
    package func variables(of asked: StubRequest) -> [String: String]? {
        guard problem == nil, hasOrigin(of: asked) else { return nil }
        let path = asked.path
        // Most stubs have a path without variables, or one that begins differently.
        if isRooted, pieces.count == 1, case .literal(let literal) = pieces[0] {
            return literal == path ? [:] : nil
        }
        if isRooted, case .literal(let literal)? = pieces.first, !path.starts(with: literal) { return nil }
        var start = path.startIndex
        while true {
            var values: [String: String] = [:]
            if reads(path[start...], from: 0, into: &values) { return values }
            guard !isRooted, let slash = path[start...].firstIndex(of: UInt8(ascii: "/")) else { return nil }
            start = slash + 1
        }
    }

    /// Whether the request has the template's origin, or the template has none.
    func hasOrigin(of asked: StubRequest) -> Bool {
        guard let origin else { return true }
        return origin.count == asked.origin.count
            && origin.elementsEqual(asked.origin) {
                $0 == (UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $1 ? $1 | 0x20 : $1)
            }
    }

    /// Whether the rest of a path matches the rest of the pieces. The recursion is at most as deep as there are pieces.
    private func reads(_ rest: ArraySlice<UInt8>, from index: Int, into values: inout [String: String]) -> Bool {
        guard index < pieces.count else { return rest.isEmpty }
        switch pieces[index] {
        case .literal(let literal):
            return rest.starts(with: literal) && reads(rest.dropFirst(literal.count), from: index + 1, into: &values)
        case .variable(let name, let mark, let spans):
            var value = rest
            if let mark {
                guard rest.first == mark else { return reads(rest, from: index + 1, into: &values) }
                value = rest.dropFirst()
            }
            let limit = spans ? value.endIndex : value.firstIndex(of: UInt8(ascii: "/")) ?? value.endIndex
            var end = value.startIndex
            while end < limit {
                end += 1
                guard reads(value[end...], from: index + 1, into: &values) else { continue }
                values[name] = PercentEncoding.decoded(value[..<end])
                return true
            }
            return mark != nil && reads(rest, from: index + 1, into: &values)
        }
    }

    /// Returns the edit distance between the path of a request and the template; 0 if they match.
    func distance(from asked: StubRequest) -> Int {
        let path = String(decoding: asked.path, as: UTF8.self)
        return variables(of: asked) == nil ? NameDistance.between(String(description.prefix { $0 != "?" }), path) : 0
    }
}
