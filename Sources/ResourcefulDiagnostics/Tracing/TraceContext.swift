/// The position of a request in a distributed trace (W3C Trace Context): the trace, the span that sends the request,
/// and what tracing systems add.
///
///     let context = TraceContext(
///         traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
///         tracestate: ["rojo=00f067aa0ba902b7"])
///     print(context?.isSampled ?? false)  // true
///
/// To continue the trace of a request that a server received, pass its context to `RequestChanging.trace(_:)`.
public struct TraceContext: Hashable, Sendable, CustomStringConvertible {
    /// The trace.
    public var traceID: TraceID
    /// The span that sends the request, which becomes the parent of the server's span.
    public var spanID: SpanID
    /// The eight flags of version 00. Flags that the version doesn't define are kept here, but never sent.
    public var flags: UInt8
    /// What tracing systems add to the trace.
    public var state: TraceState

    /// Creates a context.
    public init(traceID: TraceID, spanID: SpanID, flags: UInt8 = 1, state: TraceState = TraceState()) {
        self.traceID = traceID
        self.spanID = spanID
        self.flags = flags
        self.state = state
    }

    /// Whether the sender may have recorded the trace (the flag `sampled`).
    public var isSampled: Bool {
        get { flags & Self.sampled != 0 }
        set { flags = newValue ? flags | Self.sampled : flags & ~Self.sampled }
    }

    /// Whether at least the last seven bytes of the trace's identifier are random (the flag `random` of Level 2).
    public var isRandom: Bool {
        get { flags & Self.random != 0 }
        set { flags = newValue ? flags | Self.random : flags & ~Self.random }
    }

    static let sampled: UInt8 = 1
    static let random: UInt8 = 2

    /// The value of the `traceparent` field: version 00, with the flags that it defines.
    public var traceparent: String {
        "00-\(traceID)-\(spanID)-\(Hexadecimal.text(of: flags & (Self.sampled | Self.random)))"
    }

    /// The `traceparent`.
    public var description: String { traceparent }
}

// Reading.
extension TraceContext {
    /// Creates a context from the fields of a request; nil if there isn't exactly one valid `traceparent`. An invalid
    /// `tracestate` is ignored (W3C Trace Context, section 3.3).
    public init?(_ fields: HeaderFields) {
        let parents = fields.values(of: .traceparent)
        guard parents.count == 1 else { return nil }
        self.init(traceparent: parents[0], tracestate: fields.values(of: .tracestate))
    }

    /// Creates a context from the values of `traceparent` and `tracestate`; nil if the `traceparent` is invalid.
    ///
    /// Versions above 00 are read as far as version 00 goes. Version `ff`, uppercase digits, identifiers of zeros, and
    /// anything after the flags of version 00 are invalid (W3C Trace Context, section 3.2).
    public init?(traceparent: String, tracestate: [String] = []) {
        let bytes = Array(traceparent.utf8.prefix(Self.length + 1))
        guard bytes.count >= Self.length, [2, 35, 52].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }),
            let version = LowercaseHexadecimal.number(bytes[0..<2]), version != 0xFF,
            let flags = LowercaseHexadecimal.number(bytes[53..<55]),
            let traceID = TraceID(String(decoding: bytes[3..<35], as: UTF8.self)),
            let spanID = SpanID(String(decoding: bytes[36..<52], as: UTF8.self))
        else { return nil }
        if bytes.count > Self.length {
            guard version > 0, bytes[Self.length] == UInt8(ascii: "-") else { return nil }
        }
        let state = TraceState(tracestate) ?? TraceState()
        self.init(traceID: traceID, spanID: spanID, flags: UInt8(truncatingIfNeeded: flags), state: state)
    }

    /// The length of a `traceparent` of version 00.
    private static var length: Int { 55 }
}

extension HeaderFields.Name {
    /// The field with the trace and the sender's span.
    static let traceparent: Self = "traceparent"
    /// The field with what tracing systems add.
    static let tracestate: Self = "tracestate"
}
