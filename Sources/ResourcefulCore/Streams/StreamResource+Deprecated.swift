#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// Spellings of the previous version. They will be removed in the next one.
extension StreamResource where Element == ServerSentEvent {
    /// Creates a stream of server-sent events. Pass a request instead.
    @available(*, deprecated, message: "Pass a Request: Request(url:method:headerFields:body:)")
    @_disfavoredOverload
    public init(
        events url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
        maximumSize: Int = 64 << 20
    ) {
        let request = Request(url: url, method: method, headerFields: headerFields, body: body)
        self.init(events: request, maximumSize: maximumSize)
    }
}

extension StreamResource where Element: Decodable {
    /// Creates a stream of a JSON text sequence. Pass a request instead.
    @available(*, deprecated, message: "Pass a Request: Request(url:method:headerFields:body:)")
    @_disfavoredOverload
    public init(
        jsonSequence url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
        brokenTexts: BrokenTexts = .skipped, decoder: JSON.Decoder = JSON.Decoder(),
        maximumSize: Int = 64 << 20
    ) {
        let request = Request(url: url, method: method, headerFields: headerFields, body: body)
        self.init(jsonSequence: request, brokenTexts: brokenTexts, decoder: decoder, maximumSize: maximumSize)
    }

    /// Creates a stream of JSON Lines. Pass a request instead.
    @available(*, deprecated, message: "Pass a Request: Request(url:method:headerFields:body:)")
    @_disfavoredOverload
    public init(
        jsonLines url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
        decoder: JSON.Decoder = JSON.Decoder(), maximumSize: Int = 64 << 20
    ) {
        let request = Request(url: url, method: method, headerFields: headerFields, body: body)
        self.init(jsonLines: request, decoder: decoder, maximumSize: maximumSize)
    }

    /// Creates a stream of a JSON array. Pass a request instead.
    @available(*, deprecated, message: "Pass a Request: Request(url:method:headerFields:body:)")
    @_disfavoredOverload
    public init(
        jsonArray url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
        at path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder(), maximumSize: Int = 64 << 20
    ) {
        let request = Request(url: url, method: method, headerFields: headerFields, body: body)
        self.init(jsonArray: request, at: path, decoder: decoder, maximumSize: maximumSize)
    }
}

extension StreamResource where Element == BodyPart {
    /// Creates a stream of the parts of a multipart body. Pass a request instead.
    @available(*, deprecated, message: "Pass a Request: Request(url:method:headerFields:body:)")
    @_disfavoredOverload
    public init(
        parts url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
        boundary: Body.Boundary? = nil, maximumSize: Int = 64 << 20, maximumHeadSize: Int = 64 << 10
    ) {
        let request = Request(url: url, method: method, headerFields: headerFields, body: body)
        self.init(parts: request, boundary: boundary, maximumSize: maximumSize, maximumHeadSize: maximumHeadSize)
    }
}

extension StreamResource where Element == String {
    /// Creates a stream of lines. Pass a request instead.
    @available(*, deprecated, message: "Pass a Request: Request(url:method:headerFields:body:)")
    @_disfavoredOverload
    public init(
        lines url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
        charsets: [Charset] = [], maximumLength: Int = 1 << 20
    ) {
        let request = Request(url: url, method: method, headerFields: headerFields, body: body)
        self.init(lines: request, charsets: charsets, maximumLength: maximumLength)
    }
}

extension StreamResource where Element == Data {
    /// Creates a stream of bytes. Pass a request instead.
    @available(*, deprecated, message: "Pass a Request: Request(url:method:headerFields:body:)")
    @_disfavoredOverload
    public init(
        bytes url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil
    ) {
        let request = Request(url: url, method: method, headerFields: headerFields, body: body)
        self.init(bytes: request)
    }
}
