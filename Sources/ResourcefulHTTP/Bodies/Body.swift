/// The content of a request, and its media type (RFC 9110, section 6.4).
///
/// A body is a value. Its content is encoded when you create it, so two bodies made from equal values are equal. If a
/// value can't be encoded, the body can't be sent: the load fails at the request stage and gives the reason.
///
///     let comment = Body.json(["text": "Thank you!", "stars": 5])
///     let login = Body.form(["user": "ada", "password": "hush"])
///     let upload = Body.file(recording, mediaType: "audio/mp4")
///     let request = Episode.number(7).method(.put).body(upload)
public struct Body: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case data(Data)
        case file(URL)
        case multipart(Multipart)
        case stream(OneTimeContent)
        case invalid(String)
    }

    package var content: Content
    /// Whether the content is compressed while it is sent.
    package var isGzipped = false
    /// Whether the body can be sent with GET.
    var isAllowedWithGet = false

    /// The media type of the content. It is the request's Content-Type unless the header fields set another.
    public let mediaType: MediaType?

    /// The content before compression, if it is in memory; nil for a file, parts, a stream, or an invalid body.
    public var data: Data? {
        if case .data(let data) = content { data } else { nil }
    }

    /// The file that contains the bytes, if there is one.
    public var file: URL? {
        if case .file(let url) = content { url } else { nil }
    }

    /// The parts of a multipart body; nil for any other.
    public var parts: [Part]? {
        if case .multipart(let multipart) = content { multipart.parts } else { nil }
    }

    /// Creates a body of bytes.
    public static func data(_ data: Data, mediaType: MediaType? = .octetStream) -> Body {
        Body(content: .data(data), mediaType: mediaType)
    }

    /// Creates a body from a file, which is read piece by piece while it is sent. Its media type follows from its name;
    /// see ``MediaType/init(fileName:)``.
    ///
    /// If the file doesn't exist or can't be read, the load fails at the request stage.
    public static func file(_ url: URL) -> Body { file(url, mediaType: MediaType(fileName: url.lastPathComponent)) }

    /// Creates a body from a file with a media type. If it is nil, the body has no media type.
    public static func file(_ url: URL, mediaType: MediaType?) -> Body {
        guard url.isFileURL else {
            return Body(
                content: .invalid("a URL with the scheme \(url.scheme ?? "none") isn't a file URL"),
                mediaType: mediaType
            )
        }
        return Body(content: .file(url), mediaType: mediaType)
    }

    /// Creates a JSON body from a value (RFC 8259). Unless you give another encoder, keys are sorted, so equal values
    /// give equal bytes.
    ///
    /// If the value can't be encoded, the load fails at the request stage.
    public static func json(_ value: some Encodable, encoder: JSON.Encoder = .sorted) -> Body {
        json { try encoder.encode(value) }
    }

    /// Creates a JSON body from a literal (RFC 8259), with sorted keys:
    ///
    ///     .json(["userId": 1, "title": "x", "tags": ["a", nil]])
    @_disfavoredOverload
    public static func json(_ value: JSON) -> Body { json(value, encoder: .sorted) }

    /// Creates a JSON body from a value (RFC 8259) with Foundation's encoder.
    ///
    /// If the value can't be encoded, the load fails at the request stage.
    public static func json(_ value: some Encodable, encoder: JSONEncoder) -> Body {
        json { try encoder.encode(value) }
    }

    private static func json(_ encoded: () throws -> Data) -> Body {
        do {
            return Body(content: .data(try encoded()), mediaType: .json)
        } catch {
            let reason = (error as? EncodingError)?.reason ?? "\(error)"
            return Body(content: .invalid("the body can't be encoded as JSON: \(reason)"), mediaType: .json)
        }
    }

    /// Creates a form from names and values, in their order (`application/x-www-form-urlencoded`).
    public static func form(_ pairs: KeyValuePairs<String, String>) -> Body {
        form(pairs.lazy.map { ($0.key, $0.value) })
    }

    /// Creates a form from names and values, in their order (`application/x-www-form-urlencoded`).
    public static func form(_ pairs: some Sequence<(String, String)>) -> Body {
        let text = pairs.map { "\(FormEncoding.encoded($0))=\(FormEncoding.encoded($1))" }.joined(separator: "&")
        return Body(content: .data(Data(text.utf8)), mediaType: .form)
    }
}

extension Body: HidesSecrets {
    /// The size and the media type. It never shows the content, which may be secret.
    public var description: String {
        let type = (mediaType.map { " of \($0)" } ?? "") + (isGzipped ? ", compressed" : "")
        return switch content {
        case .data(let data): "\(data.count) bytes\(type)"
        case .file(let url): "the file \(url.lastPathComponent)\(type)"
        case .multipart(let multipart): "\(multipart.parts.count) parts\(type)"
        case .stream(let stream): "a stream\(stream.length.map { " of \($0) bytes" } ?? "")\(type)"
        case .invalid(let reason): "an invalid body: \(reason)"
        }
    }
}

extension EncodingError {
    /// Where and why the encoder failed. Unlike the error's description, it leaves out the value, which may be secret.
    fileprivate var reason: String {
        guard case .invalidValue(_, let context) = self else { return "the encoder gives no reason" }
        let path = JSONPath(codingPath: context.codingPath)
        return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    }
}
