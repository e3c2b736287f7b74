/// A value that a request carries for policies and that isn't sent to the server: a priority, a flag, a way to retry.
///
/// The type itself is the key to the value:
///
///     enum UsesNewSearch: RequestOption { static let defaultValue = false }
///
///     let experiment = Episode.all.option(UsesNewSearch.self, true)
///     let flag = Policy { request, next in
///         next(request[UsesNewSearch.self] ? request.header("X-Search", "2") : request)
///     }
public protocol RequestOption {
    /// The type of the value.
    associatedtype Value: Hashable & Sendable
    /// The value for requests that don't set the option.
    static var defaultValue: Value { get }
    /// The fields that belong to the option, if requests that differ only in it and in these fields are sent once and
    /// share stored responses; nil, the default, if they are different requests. Secret fields always count. Name a
    /// field with a new value in each load, such as a request ID.
    static var sharedFields: [HeaderFields.Name]? { get }
    /// Whether the option belongs to the URL of the request, so a redirect removes it. False by default.
    static var isOfURL: Bool { get }
}

extension RequestOption {
    /// Nil: requests with different values are different.
    public static var sharedFields: [HeaderFields.Name]? { nil }
    /// False: a redirect keeps the option.
    public static var isOfURL: Bool { false }
}

extension Request {
    /// Whether the request sets any options.
    @inlinable package var hasOptions: Bool { !options.isEmpty }

    /// The value of an option for policies. It is never sent.
    public subscript<Option: RequestOption>(option: Option.Type) -> Option.Value {
        @inlinable get {
            // Checked first, since a cast is slow even if there is no value.
            guard hasOptions, let said = options[ObjectIdentifier(option)] else { return Option.defaultValue }
            if let value = said.base as? Option.Value { return value }
            return Option.defaultValue
        }
        set { options[ObjectIdentifier(option)] = OptionValue(newValue, of: option) }
    }
}

extension Request {
    /// The request without what two requests can differ in that are sent once.
    package var shared: Request {
        guard hasOptions, options.entries.contains(where: { $0.value.sharedFields != nil }) else { return self }
        var request = self
        let secrets = Redaction.standard.including(secretsOf: self)
        // Whatever an option says, no two users are one.
        for field in sharedFields where !secrets.hides(field) { request.headerFields[field] = nil }
        request.options.entries.removeAll { $0.value.sharedFields != nil }
        return request
    }

    package mutating func removeOption<Option: RequestOption>(_ option: Option.Type) {
        let key = ObjectIdentifier(option)
        if options[key] != nil { options[key] = nil }
    }

    /// The fields that don't make a request different, by its options.
    package var sharedFields: [HeaderFields.Name] { options.entries.flatMap { $0.value.sharedFields ?? [] } }

    /// Removes the options of the URL.
    package mutating func removeOptionsOfURL() {
        if hasOptions { options.entries.removeAll(where: \.value.isOfURL) }
    }
}

extension RequestChanging {
    /// Returns a copy that sets an option for policies.
    public func option<Option: RequestOption>(_ option: Option.Type, _ value: Option.Value) -> Self {
        let (key, value) = (ObjectIdentifier(option), OptionValue(value, of: option))
        return changingRequests { $0.options[key] = value }
    }
}

/// The options of a request, by their types. They are few, and read by every load, so a lookup compares a few words and
/// hashes nothing.
@usableFromInline package struct RequestOptions: Hashable, Sendable {
    @usableFromInline struct Entry: Hashable, Sendable {
        let key: ObjectIdentifier
        var value: OptionValue
    }

    /// The entries, sorted by key so that equal options compare as equal.
    @usableFromInline var entries: [Entry] = []

    @inlinable package var isEmpty: Bool { entries.isEmpty }

    @usableFromInline subscript(key: ObjectIdentifier) -> OptionValue? {
        get {
            // Without a copy of those that have another key.
            for index in entries.indices where entries[index].key == key { return entries[index].value }
            return nil
        }
        set {
            let index = entries.firstIndex { $0.key >= key } ?? entries.count
            let isThere = index < entries.count && entries[index].key == key
            entries.replaceSubrange(
                index..<(isThere ? index + 1 : index), with: newValue.map { [Entry(key: key, value: $0)] } ?? [])
        }
    }
}

/// The value of an option.
@usableFromInline struct OptionValue: Hashable, Sendable {
    @usableFromInline let base: any Hashable & Sendable
    fileprivate let sharedFields: [HeaderFields.Name]?
    fileprivate let isOfURL: Bool

    fileprivate init<Option: RequestOption>(_ value: Option.Value, of option: Option.Type) {
        (base, sharedFields, isOfURL) = (value, option.sharedFields, option.isOfURL)
    }

    @usableFromInline static func == (left: OptionValue, right: OptionValue) -> Bool {
        AnyHashable(left.base) == AnyHashable(right.base)
    }

    @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }
}
