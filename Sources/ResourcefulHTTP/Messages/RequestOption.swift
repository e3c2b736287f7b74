/// Something that policies want to know of a request, and no server does: a priority, a flag, how to retry.
///
/// A type stands for the option, and is the key to its value:
///
///     enum UsesNewSearch: RequestOption { static let defaultValue = false }
///
///     Episode.search("tape").option(UsesNewSearch.self, true)
///     let flag = Policy { request, next in
///         next(request[UsesNewSearch.self] ? request.header("X-Search", "2") : request)
///     }
public protocol RequestOption {
    /// What can be said.
    associatedtype Value: Hashable & Sendable
    /// What holds for a request that says nothing.
    static var defaultValue: Value { get }
}

extension Request {
    /// Whether it says anything to policies.
    @inlinable package var hasOptions: Bool { !options.isEmpty }

    /// What the request says to policies; it is never sent.
    public subscript<Option: RequestOption>(option: Option.Type) -> Option.Value {
        @inlinable get {
            // First: a cast takes long, of nothing, too.
            guard hasOptions, let said = options[ObjectIdentifier(option)] else { return Option.defaultValue }
            if let value = said.base as? Option.Value { return value }
            return Option.defaultValue
        }
        set { options[ObjectIdentifier(option)] = OptionValue(base: newValue) }
    }
}

extension RequestChanging {
    /// The same, saying something to policies.
    public func option<Option: RequestOption>(_ option: Option.Type, _ value: Option.Value) -> Self {
        let (key, value) = (ObjectIdentifier(option), OptionValue(base: value))
        return changingRequests { $0.options[key] = value }
    }
}

/// What a request says to policies, by the types that stand for it. It is little, and asked for by every load: so a
/// look-up compares a few words, and hashes nothing.
@usableFromInline package struct RequestOptions: Hashable, Sendable {
    @usableFromInline struct Entry: Hashable, Sendable {
        let key: ObjectIdentifier
        var value: OptionValue
    }

    /// In the order of their keys: what says the same is equal.
    @usableFromInline var entries: [Entry] = []

    @inlinable package var isEmpty: Bool { entries.isEmpty }

    @usableFromInline subscript(key: ObjectIdentifier) -> OptionValue? {
        get { entries.first { $0.key == key }?.value }
        set {
            let index = entries.firstIndex { $0.key >= key } ?? entries.count
            let isThere = index < entries.count && entries[index].key == key
            entries.replaceSubrange(
                index..<(isThere ? index + 1 : index), with: newValue.map { [Entry(key: key, value: $0)] } ?? [])
        }
    }
}

/// The value of some option.
@usableFromInline struct OptionValue: Hashable, Sendable {
    @usableFromInline let base: any Hashable & Sendable

    @usableFromInline static func == (left: OptionValue, right: OptionValue) -> Bool {
        AnyHashable(left.base) == AnyHashable(right.base)
    }

    @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }
}
