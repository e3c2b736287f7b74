/// The header fields of a message: ordered, names case-insensitive, a name as often as it likes (RFC 9110, section 5).
///
/// No `HeaderFields` ever holds a value with CR, LF or NUL in it, so nothing can be smuggled into a message:
/// - ``Field/init(_:_:)`` throws;
/// - a literal and an assignment through the subscript can't throw: they leave the value out and note the field in
///   ``rejected``, and the load fails at the request stage before anything is sent.
public struct HeaderFields: Hashable, Sendable {
    package var fields: [Field]

    /// The assignments that were refused because of their value. A request with any of them is never sent.
    public private(set) var rejected: [InvalidFieldValue] = []

    /// No fields.
    public init() { fields = [] }

    /// The given fields, in their order.
    public init(_ fields: some Sequence<Field>) { self.fields = Array(fields) }

    /// The value of a field, nil when there is none.
    ///
    /// Reading combines the lines of that name with `", "` into one value (RFC 9110, section 5.2), which is wrong for
    /// `Set-Cookie` alone: read that with ``values(of:)``. Writing replaces all lines of that name by one, at the place
    /// of the first; writing nil removes them.
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

    /// The values of all lines of a name, one by one and in order.
    public func values(of name: Name) -> [String] {
        fields.lazy.filter { $0.name == name }.map(\.value)
    }

    /// Whether there is a line of that name.
    public func contains(_ name: Name) -> Bool { fields.contains { $0.name == name } }

    /// Adds a line at the end, whether or not there are others of its name.
    public mutating func append(_ field: consuming Field) { fields.append(field) }

    /// Makes room for so many lines.
    package mutating func reserveCapacity(_ count: Int) { fields.reserveCapacity(count) }

    /// Adds a space and more text to the value of the last line, which has one. Linear in the text, amortised.
    package mutating func extendLast(by text: String) {
        guard let last = fields.indices.last else { return }
        fields[last].extend(by: text)
    }

    /// Adds the other's fields whose names do not occur here: the other's are defaults.
    public func merging(defaults other: HeaderFields) -> HeaderFields {
        var merged = self
        merged.fields += other.fields.filter { !contains($0.name) }
        merged.rejected += other.rejected.filter { !contains($0.name) }
        return merged
    }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
    /// The fields of a literal, in its order; a name may occur more than once.
    ///
    /// A value with CR, LF or NUL in it is left out, and fails the load at the request stage (see ``rejected``).
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
    /// The place of the first line.
    public var startIndex: Int { fields.startIndex }
    /// The place after the last line.
    public var endIndex: Int { fields.endIndex }
    /// The line at a place.
    public subscript(position: Int) -> Field { fields[position] }
}
