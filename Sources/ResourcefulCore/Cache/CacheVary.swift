/// The fields of a request that a response depends on (RFC 9110, section 12.5.5), and how they are compared (RFC 9111,
/// section 4.1).
struct CacheVary: Hashable, Sendable {
    /// The names, in the order of the field.
    private(set) var names: [HeaderFields.Name] = []
    /// Whether it depends on what no field says, or on what is no name: then no request is like another.
    private(set) var isUnknown = false

    /// Whether every request is like another.
    var dependsOnNothing: Bool { names.isEmpty && !isUnknown }

    init(_ response: HeaderFields) {
        for field in response.fields where field.name.known == .vary {
            for member in FieldList.members(field.value) {
                if member != "*", let name = HeaderFields.Name(member) { names.append(name) } else { isUnknown = true }
            }
        }
    }

    /// The fields of a request that the response depends on, one line for each name that is there: what is kept of it.
    ///
    /// Of a secret a digest is kept. Whose Authorization it is says the key already, when the user is known by name.
    func selecting(_ request: Request) -> HeaderFields {
        guard !names.isEmpty else { return [:] }
        var selecting = HeaderFields()
        for name in names where !selecting.contains(name) {
            guard let value = Self.value(of: name, in: request) else { continue }
            selecting.append(HeaderFields.Field(name, checked: value))
        }
        return selecting
    }

    /// Whether a request is like the one whose selecting fields are given.
    func matches(_ request: Request, _ selecting: HeaderFields) -> Bool {
        guard !isUnknown else { return false }
        return names.allSatisfy { Self.value(of: $0, in: request) == selecting[$0] }
    }

    /// The value of a field in the form in which it is compared; nil when there is none.
    private static func value(of name: HeaderFields.Name, in request: Request) -> String? {
        guard let value = request.headerFields[name] else { return nil }
        if Redaction.standard.including(secretsOf: request).hides(name) {
            let isKnown = name == .authorization && request[CacheUser.self] != nil
            return isKnown ? nil : "sha-256 \(CacheKey.digest(of: value))"
        }
        guard lists.contains(name) else { return value }
        let text = FieldList.members(value).joined(separator: ", ")
        return words.contains(name) ? text.filter { $0 != " " && $0 != "\t" }.lowercased() : text
    }

    /// Fields known to be lists, in which white space and empty members mean nothing.
    private static let lists: Set<HeaderFields.Name> = [
        "Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "Cache-Control", "Prefer", "TE",
    ]

    /// Of those, the ones of nothing but words and weights, in which neither case nor any white space means something
    /// (RFC 9110, sections 12.5.2 to 12.5.4).
    private static let words: Set<HeaderFields.Name> = ["Accept-Charset", "Accept-Encoding", "Accept-Language"]
}
