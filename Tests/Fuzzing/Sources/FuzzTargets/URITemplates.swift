import ResourcefulTesting

extension FuzzTarget {
    /// URI templates (RFC 6570), filled with text that tries to get out of its place.
    static let uriTemplates = FuzzTarget("URITemplates") { bytes throws(Violation) in
        let text = String(decoding: bytes, as: UTF8.self)
        let template: URITemplate
        do throws(InvalidURITemplate) {
            template = try URITemplate(text)
        } catch {
            return try require((0...text.utf8.count).contains(error.offset), "a failure is somewhere else: \(error)")
        }
        var variables: [String: URITemplate.Value] = [:]
        for (index, name) in template.variableNames.enumerated() {
            variables[name] = values[(index + bytes.count) % values.count]
        }
        switch Result(catching: { () throws(InvalidURITemplate) in try template.expand(variables) }) {
        case .success(let expanded):
            try require(try? template.expand(variables), equals: expanded, "expanded twice it differs")
            try requirePlain(expanded)
        case .failure(let error):
            // Only a prefix of a list can't be had.
            try require(text.contains(":") && error.offset < text.utf8.count, "it can't be expanded: \(error)")
        }
        try requirePlain(try succeeding("it can't be expanded with nothing") { try template.expand() })
    }

    private static let values: [URITemplate.Value] = [
        "a b", "\r\nX: y", "é/😀?#[]@%41%", ["a", "\n", "&="], ["k/": "v v", "": "\u{0}"], "", .undefined,
    ]

    /// Nothing but what may stand in a URL.
    private static func requirePlain(_ text: String) throws(Violation) {
        let others = "\"<>\\^`{|}".utf8
        try require(
            text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !others.contains($0) },
            "something else than a URL comes of it: \(text.debugDescription)")
    }
}
