#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Resource {
    /// A resource whose body is JSON, read with whatever repairs it takes; the value lists them.
    ///
    /// - Parameters:
    ///   - url: The target.
    ///   - method: What is asked of it.
    ///   - headerFields: The fields that are sent.
    ///   - body: The content that is sent.
    ///   - path: Where in the document the value stands; the document itself unless told otherwise.
    ///   - decoder: How dates, data and keys are written.
    public init<Content>(
        lenientJSON url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
        at path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder()
    ) where Value == Lenient<Content> {
        let request = Request(url: url, method: method, headerFields: headerFields, body: body)
        self.init(lenientJSON: request, at: path, decoder: decoder)
    }

    /// A resource whose body is JSON, read with whatever repairs it takes, for a request made elsewhere.
    ///
    /// - Parameters:
    ///   - request: What is sent.
    ///   - path: Where in the document the value stands; the document itself unless told otherwise.
    ///   - decoder: How dates, data and keys are written.
    public init<Content>(
        lenientJSON request: Request, at path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder()
    ) where Value == Lenient<Content> {
        let reading = Reading(
            json: { try $0[at: path].decodeLeniently(Content.self, decoder: decoder) }, empty: { nil })
        self.init(request, reading: reading)
    }
}
