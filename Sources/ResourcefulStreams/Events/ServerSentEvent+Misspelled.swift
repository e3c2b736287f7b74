// The names of other libraries. None of them can be used: the compiler suggests the right one.
extension ServerSentEvent {
    /// Renamed to ``type``.
    @available(*, unavailable, renamed: "type")
    public var event: String { type }

    /// Renamed to ``type``.
    @available(*, unavailable, renamed: "type")
    public var name: String { type }

    /// Renamed to ``id``.
    @available(*, unavailable, renamed: "id")
    public var lastEventID: String { id }

    /// Renamed to ``decode(_:decoder:)``.
    @available(*, unavailable, renamed: "decode(_:)")
    public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value { try decode(type) }
}
