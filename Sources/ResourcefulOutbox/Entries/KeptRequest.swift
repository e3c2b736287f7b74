#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A request as it is kept: without secrets, which policies add when it is sent, and without options.
struct KeptRequest: Codable, Equatable, Sendable {
    var method: String
    var url: String
    private var fields: [KeptField]
    private var body: KeptBody?
    /// The longest duration of an exchange, in seconds.
    private var timeout: Double?

    /// - Throws: ``OutboxError`` if the request carries a secret, or has a body that can't be kept.
    init(_ request: Request) throws(OutboxError) {
        for field in request.headerFields where Self.isSecret(field) { throw OutboxError(secret: field) }
        let shown = Redaction.standard.redacted(request.url)
        guard shown == request.url.absoluteString, request.url.user == nil, request.url.password == nil else {
            throw OutboxError(.secret, "an outbox keeps no secrets: let a policy add the one in \(shown)")
        }
        (method, url) = (request.method.rawValue, request.url.absoluteString)
        fields = request.headerFields.map(KeptField.init)
        body = try request.body.map { body throws(OutboxError) in try KeptBody(body) }
        timeout = request.timeout.map { Double($0.components.seconds) + Double($0.components.attoseconds) / 1e18 }
    }

    /// Returns the request to send, with an idempotency key.
    ///
    /// - Throws: ``OutboxError`` if its file isn't what it was.
    func request(with key: String) throws(OutboxError) -> Request {
        var request = try shown()
        request.body = try body?.body(of: key)
        request.headerFields[KeptWrite.keyField] = key
        return request
    }

    /// Returns the request without its body.
    func shown() throws(OutboxError) -> Request {
        guard let method = Request.Method(method), let url = URL(string: url) else {
            throw OutboxError(.unreadable, "the method or the URL of a write can't be read")
        }
        return Request(
            url: url, method: method, headerFields: HeaderFields(fields.compactMap(\.field)),
            timeout: timeout.map { .seconds(min(max(0, $0), 1e9)) })
    }

    /// Whether a field authenticates a user, by its name or its value.
    static func isSecret(_ field: HeaderFields.Field) -> Bool {
        field.name != KeptWrite.keyField && Redaction.standard.redactedValue(of: field) != field.value
    }
}

extension OutboxError {
    init(secret field: HeaderFields.Field) {
        self.init(
            .secret, "an outbox keeps no secrets: let a policy add the field \(field.name) when the write is sent")
    }
}

/// A field as it is kept.
struct KeptField: Codable, Equatable, Sendable {
    private let name: String
    private let value: String

    init(_ field: HeaderFields.Field) { (name, value) = (field.name.rawName, field.value) }

    var field: HeaderFields.Field? {
        HeaderFields.Name(name).flatMap { try? HeaderFields.Field($0, value) }
    }
}

/// A response as it is kept: without secret fields.
struct KeptAnswer: Codable, Equatable, Sendable {
    private let status: Int
    private let url: String?
    private let fields: [KeptField]
    private let body: Data

    init(_ response: Response) {
        (status, url, body) = (response.status.code, response.url?.absoluteString, response.body)
        fields = response.headerFields.filter { !KeptRequest.isSecret($0) }.map(KeptField.init)
    }

    var response: Response? {
        Response.Status(status).map { status in
            Response(
                status: status, headerFields: HeaderFields(fields.compactMap(\.field)), body: body,
                url: url.flatMap { URL(string: $0) })
        }
    }
}
