#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a server has sent as one event (the HTML Living Standard, section 9.2).
public struct ServerSentEvent: Hashable, Sendable {
    /// The last event ID: that of this event, or of the last one that had one; empty when there was none.
    public var id: String
    /// What kind of event it is: `message` unless the server says otherwise.
    public var type: String
    /// The lines of data, with LF between them.
    public var data: String
    /// How long to wait before the stream is opened again, when the server said so together with this event.
    public var retry: Duration?

    /// An event.
    public init(id: String = "", type: String = "message", data: String, retry: Duration? = nil) {
        (self.id, self.type, self.data, self.retry) = (id, type, data, retry)
    }

    /// The data as JSON, decoded.
    ///
    /// - Throws: ``ParseFailure`` with the place in the data.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, decoder: JSON.Decoder = JSON.Decoder()
    ) throws -> Value {
        try JSON(parsing: Data(data.utf8), redacting: .standard).decode(type, decoder: decoder)
    }
}

extension StreamResource where Element == ServerSentEvent {
    /// A stream of the events that a server sends (the HTML Living Standard, section 9.2).
    ///
    /// The response must be a 200 of the media type `text/event-stream`; a 204 is the end, without an event. An event
    /// that is not complete when the body ends is dropped, as the standard says.
    ///
    /// The stream ends with its response, unless it is ``reconnecting(_:)``.
    ///
    /// - Parameters:
    ///   - request: What is sent: a ``Request``, or a URL. Unless they are there, Accept and Cache-Control are
    ///     added; with `Last-Event-ID` the stream goes on behind that event.
    ///   - maximumSize: How many bytes an event may have at most. A larger one ends the stream.
    public init(events request: some RequestConvertible, maximumSize: Int = 64 << 20) {
        var request = request.asRequest.asking(for: ["text/event-stream"])
        if !request.headerFields.contains("Cache-Control") { request.headerFields["Cache-Control"] = "no-store" }
        self.init(request, parser: EventParser(maximumSize: maximumSize))
        self = validating(.eventStream)
    }

    /// The data of the events as JSON, decoded.
    ///
    /// Events of other types may have other data: see ``filter(_:)``.
    public func decoded<Value: Decodable & Sendable>(
        as type: Value.Type = Value.self, decoder: JSON.Decoder = JSON.Decoder()
    ) -> StreamResource<Value> {
        map { try $0.decode(type, decoder: decoder) }
    }
}

extension Validation {
    /// What opens an event stream: a 200 of its media type; or what ends it, a 204 (section 9.2.3 of the standard).
    static let eventStream = Validation { response, _ in
        switch response.status.code {
        case 204: return .accepted
        case 200:
            let found = response.headerFields.contentType?.essence
            guard found != "text/event-stream" else { return .accepted }
            return .refusedContent(
                expected: "a body of the media type text/event-stream", found: found ?? "one of no media type")
        default: return .refused
        }
    }
}
