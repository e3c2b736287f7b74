#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The content of a request, and its media type (RFC 9110, section 6.4).
///
/// A body is a value: it is encoded when it is made, so that two bodies made from equal values are equal. A value that
/// can't be encoded makes a body that can't be sent: the load fails at the request stage and says why.
public struct Body: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case data(Data)
        case file(URL)
        case multipart(Multipart)
        case stream(OneTimeContent)
        case invalid(String)
    }

    package var content: Content
    /// Whether it is compressed while it is sent.
    package var isGzipped = false
    /// Whether it may be sent with GET.
    var isAllowedWithGet = false

    /// What the bytes are; the Content-Type of the request, unless its fields name another.
    public let mediaType: MediaType?

    /// The bytes, when they are in memory, not yet compressed; nil for a file, for parts and for a stream.
    public var data: Data? {
        if case .data(let data) = content { data } else { nil }
    }

    /// The file that holds the bytes, when one does.
    public var file: URL? {
        if case .file(let url) = content { url } else { nil }
    }

    /// Bytes as they are.
    public static func data(_ data: Data, mediaType: MediaType? = .octetStream) -> Body {
        Body(content: .data(data), mediaType: mediaType)
    }

    /// The content of a file, read piece by piece while it is sent, never as a whole. Its media type follows from its
    /// name; see ``MediaType/init(fileName:)``.
    ///
    /// A file that is not there, or can't be read, fails the load at the request stage.
    public static func file(_ url: URL) -> Body { file(url, mediaType: MediaType(fileName: url.lastPathComponent)) }

    /// The content of a file of a media type; nil says nothing about it.
    public static func file(_ url: URL, mediaType: MediaType?) -> Body {
        guard url.isFileURL else {
            return Body(
                content: .invalid("a URL of the scheme \(url.scheme ?? "none") is not that of a file"),
                mediaType: mediaType
            )
        }
        return Body(content: .file(url), mediaType: mediaType)
    }

    /// A value as JSON (RFC 8259), with sorted keys unless the encoder says otherwise, so that equal values give equal
    /// bytes.
    ///
    /// A value that can't be encoded fails the load at the request stage.
    public static func json(_ value: some Encodable, encoder: JSON.Encoder = .sorted) -> Body {
        json { try encoder.encode(value) }
    }

    /// JSON that is written in the code (RFC 8259), with sorted keys:
    ///
    ///     .json(["userId": 1, "title": "x", "tags": ["a", nil]])
    @_disfavoredOverload
    public static func json(_ value: JSON) -> Body { json(value, encoder: .sorted) }

    /// A value as JSON (RFC 8259), written by Foundation's encoder.
    ///
    /// A value that can't be encoded fails the load at the request stage.
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

    /// Names and values as a form, in their order (`application/x-www-form-urlencoded`).
    public static func form(_ pairs: KeyValuePairs<String, String>) -> Body {
        form(pairs.lazy.map { ($0.key, $0.value) })
    }

    /// Names and values as a form, in their order (`application/x-www-form-urlencoded`).
    public static func form(_ pairs: some Sequence<(String, String)>) -> Body {
        let text = pairs.map { "\(FormEncoding.encoded($0))=\(FormEncoding.encoded($1))" }.joined(separator: "&")
        return Body(content: .data(Data(text.utf8)), mediaType: .form)
    }
}

extension Body: CustomStringConvertible, CustomReflectable {
    /// The size and the media type, never the content: it may hold secrets.
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

    /// The description alone, for a debugger or `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["content": description]) }
}

extension EncodingError {
    /// Where the encoder failed and why, without the value, which the error's description shows: it may be a secret.
    fileprivate var reason: String {
        guard case .invalidValue(_, let context) = self else { return "the encoder gives no reason" }
        let path = JSONPath(codingPath: context.codingPath)
        return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    }
}
