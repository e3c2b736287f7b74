/// The header fields of a message, in order. Names are case-insensitive, and may occur more than once (RFC 9110,
/// section 5).
///
///     var fields: HeaderFields = ["Accept": "application/json", "X-Client": "podcasts/2.1"]
///     fields["user-agent"] = "Podcasts/2.1"
///     print(fields.userAgent ?? "", fields.values(of: "ACCEPT"))
///     // Podcasts/2.1 ["application/json"]
///
/// `HeaderFields` never contain a value with CR, LF, or NUL, so a value can't inject anything into a message:
/// - ``Field/init(_:_:)`` throws;
/// - a literal and an assignment through the subscript can't throw: they drop the value and record the field in
///   ``rejected``, and the load fails at the request stage before anything is sent.
public struct HeaderFields: Hashable, Sendable {
    package var fields: [Field]

    /// The assignments that were rejected because of their values. A request with any of them is never sent.
    public private(set) var rejected: [InvalidFieldValue] = []

    /// Creates empty header fields.
    public init() { fields = [] }

    /// Creates header fields from a sequence, in its order.
    public init(_ fields: some Sequence<Field>) { self.fields = Array(fields) }

    /// The value of a field; nil if there is none.
    ///
    /// Reading joins the lines with that name with `", "` into one value (RFC 9110, section 5.2). This is wrong only
    /// for `Set-Cookie`: use ``values(of:)`` instead. Writing replaces all lines with that name with one, in the place
    /// of the first. Writing nil removes them.
    public subscript(name: Name) -> String? {
        get {
            guard let first = fields.firstIndex(where: { $0.name == name }) else { return nil }
            let others = fields[(first + 1)...].filter { $0.name == name }
            guard !others.isEmpty else { return fields[first].value }
            return ([fields[first]] + others).map(\.value).joined(separator: ", ")
        }
        set {
            let place = fields.firstIndex { $0.name == name } ?? fields.endIndex
            fields.removeAll { $0.name == name }
            rejected.removeAll { $0.name == name }
            guard let newValue else { return }
            do throws(InvalidFieldValue) {
                fields.insert(try Field(name, newValue), at: place)
            } catch {
                rejected.append(error)
            }
        }
    }

    /// Returns the values of all lines with a name, separately and in order.
    public func values(of name: Name) -> [String] {
        fields.lazy.filter { $0.name == name }.map(\.value)
    }

    /// Returns whether there is a line with a name.
    public func contains(_ name: Name) -> Bool { fields.contains { $0.name == name } }

    /// Whether there are no lines, and none were rejected.
    var isPristine: Bool { fields.isEmpty && rejected.isEmpty }

    /// Adds a line at the end, even if there are others with its name.
    public mutating func append(_ field: consuming Field) { fields.append(field) }

    /// Reserves space for a number of lines.
    public mutating func reserveCapacity(_ count: Int) { fields.reserveCapacity(count) }

    /// Appends a space and text to the value of the last line, if there is one. Takes amortized time linear in the
    /// text.
    package mutating func extendLast(by text: String) {
        guard let last = fields.indices.last else { return }
        fields[last].extend(by: text)
    }

    /// Returns a copy with the other's fields added as defaults: only those whose names don't occur here.
    public func merging(defaults other: HeaderFields) -> HeaderFields {
        var merged = self
        merged.fields += other.fields.filter { !contains($0.name) }
        merged.rejected += other.rejected.filter { !contains($0.name) }
        return merged
    }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
    /// Creates header fields from a literal, in its order. A name may occur more than once.
    ///
    /// A value with CR, LF, or NUL is dropped, and makes the load fail at the request stage (see ``rejected``).
    public init(dictionaryLiteral elements: (Name, String)...) {
        fields = []
        fields.reserveCapacity(elements.count)
        for (name, value) in elements {
            do throws(InvalidFieldValue) {
                fields.append(try Field(name, value))
            } catch {
                rejected.append(error)
            }
        }
    }
}

extension HeaderFields: RandomAccessCollection {
    /// The index of the first line.
    public var startIndex: Int { fields.startIndex }
    /// The index after the last line.
    public var endIndex: Int { fields.endIndex }
    /// The line at an index.
    public subscript(position: Int) -> Field { fields[position] }
}
