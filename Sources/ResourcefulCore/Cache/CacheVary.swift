/// The request fields that a response depends on (RFC 9110, section 12.5.5), and how they are compared (RFC 9111,
/// section 4.1).
struct CacheVary: Hashable, Sendable {
    /// The names, in the order of the field.
    private(set) var names: [HeaderFields.Name] = []
    /// Whether the response depends on more than fields (`*`), or on an invalid name: then no request matches.
    private(set) var isUnknown = false

    /// Whether every request matches.
    var dependsOnNothing: Bool { names.isEmpty && !isUnknown }

    init(_ response: HeaderFields) {
        for field in response.fields where field.name.known == .vary {
            for member in FieldList.members(field.value) {
                if member != "*", let name = HeaderFields.Name(member) { names.append(name) } else { isUnknown = true }
            }
        }
    }

    /// Returns the fields of a request that the response depends on, one line for each name that the request has.
    ///
    /// Secrets are replaced by digests. Those that a policy adds for the user it names are left out, because the key
    /// identifies the user.
    func selecting(_ request: Request) -> HeaderFields {
        guard !names.isEmpty else { return [:] }
        var selecting = HeaderFields()
        for name in names where !selecting.contains(name) {
            guard let value = Self.value(of: name, in: request) else { continue }
            selecting.append(HeaderFields.Field(name, checked: value))
        }
        return selecting
    }

    /// Returns whether a request matches the one with the given selecting fields.
    func matches(_ request: Request, _ selecting: HeaderFields) -> Bool {
        guard !isUnknown else { return false }
        return names.allSatisfy { Self.value(of: $0, in: request) == selecting[$0] }
    }

    /// Returns the value of a field in the form that is compared; nil if the request doesn't have it.
    private static func value(of name: HeaderFields.Name, in request: Request) -> String? {
        if Redaction.standard.including(secretsOf: request).hides(name) {
            let own = request.identity.own(name, in: request)
            return own.isEmpty ? nil : "sha-256 \(CacheKey.digest(of: own.joined(separator: ", ")))"
        }
        guard let value = request.headerFields[name] else { return nil }
        guard lists.contains(name) else { return value }
        let text = FieldList.members(value).joined(separator: ", ")
        return words.contains(name) ? text.filter { $0 != " " && $0 != "\t" }.lowercased() : text
    }

    /// The fields that are lists, in which white space and empty members have no meaning.
    private static let lists: Set<HeaderFields.Name> = [
        "Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "Cache-Control", "Prefer", "TE",
    ]

    /// The lists of words and weights, in which neither case nor white space has a meaning (RFC 9110, sections 12.5.2
    /// to 12.5.4).
    private static let words: Set<HeaderFields.Name> = ["Accept-Charset", "Accept-Encoding", "Accept-Language"]
}
