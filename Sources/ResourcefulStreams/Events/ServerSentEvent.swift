/// An event that a server has sent (the HTML Living Standard, section 9.2).
///
///     let news = StreamResource(events: Request("news"))
///     let events = try news.elements(in: Data("id: 1\ndata: Plans is out\n\n".utf8))
///     print(events[0].id, events[0].data)  // 1 Plans is out
public struct ServerSentEvent: Hashable, Sendable {
    /// The ID of this event, or of the last event before it that had one; empty if there was none.
    public var id: String
    /// The type of the event: `message` unless the server sets another.
    public var type: String
    /// The lines of data, joined with LF.
    public var data: String
    /// The wait before the stream is opened again, if the server asked for one with this event.
    public var retry: Duration?

    /// Creates an event.
    public init(id: String = "", type: String = "message", data: String, retry: Duration? = nil) {
        (self.id, self.type, self.data, self.retry) = (id, type, data, retry)
    }

    /// Returns the data, decoded from JSON.
    ///
    /// - Throws: `ParseFailure` with the position in the data.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, decoder: JSON.Decoder = JSON.Decoder()
    ) throws -> Value {
        try JSON(parsing: Data(data.utf8), redacting: .standard).decode(type, decoder: decoder)
    }
}

extension StreamResource where Element == ServerSentEvent {
    /// Creates a stream of the events that a server sends (the HTML Living Standard, section 9.2).
    ///
    /// The response must be a 200 with the media type `text/event-stream`. A 204 ends the stream without an event. An
    /// event that isn't complete when the body ends is dropped, as the standard says.
    ///
    /// The stream ends with its response, unless it is ``reconnecting(_:)``.
    ///
    /// - Parameters:
    ///   - request: The `Request` or URL. Accept and Cache-Control are added unless the request has them. With
    ///     `Last-Event-ID`, the stream continues after that event.
    ///   - maximumSize: The maximum number of bytes of an event. A larger event ends the stream.
    public init(events request: some RequestConvertible, maximumSize: Int = 64 << 20) {
        var request = request.asRequest.asking(for: ["text/event-stream"])
        if !request.headerFields.contains("Cache-Control") { request.headerFields["Cache-Control"] = "no-store" }
        self.init(request, parser: EventParser(maximumSize: maximumSize))
        self = validating(.eventStream)
    }

    /// Returns a stream of the events' data, decoded from JSON.
    ///
    /// Events of other types may have other data: see ``filter(_:)``.
    public func decoded<Value: Decodable & Sendable>(
        as type: Value.Type = Value.self, decoder: JSON.Decoder = JSON.Decoder()
    ) -> StreamResource<Value> {
        map { try $0.decode(type, decoder: decoder) }
    }
}

extension Validation {
    /// The check for a 200 with the media type of event streams, which opens a stream, or a 204, which ends it (section
    /// 9.2.3 of the standard).
    static let eventStream = Validation { response, _ in
        switch response.status.code {
        case 204: return .accepted
        case 200:
            let found = response.headerFields.contentType?.essence
            guard found != "text/event-stream" else { return .accepted }
            return .refusedContent(
                expected: "a body of the media type text/event-stream", found: found ?? "one without a media type")
        default: return .refused
        }
    }
}
