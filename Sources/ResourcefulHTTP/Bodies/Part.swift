#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Body {
    /// One part of a multipart body: a named value of a form (RFC 7578, section 4).
    public struct Part: Hashable, Sendable {
        /// The name of the form's field that the part is the value of.
        public var name: String
        /// The name that the server is told the content has as a file; nil for a value that is none.
        public var fileName: String?
        /// What the content is; nil says nothing about it, which means text.
        public var mediaType: MediaType?
        /// Further fields of the part. Content-Disposition and Content-Type follow from the part and can't be set.
        public var headerFields: HeaderFields = [:]
        /// Where the bytes are.
        package var content: Segment

        /// A text, in UTF-8. Its ends of lines are sent as they are.
        public static func text(
            _ text: String, name: String, mediaType: MediaType? = "text/plain; charset=utf-8"
        ) -> Part {
            Part(name: name, mediaType: mediaType, content: .data(Data(text.utf8)))
        }

        /// Bytes as they are. The media type follows from the file name; see ``MediaType/init(fileName:)``.
        public static func data(_ data: Data, name: String, fileName: String? = nil) -> Part {
            .data(data, name: name, fileName: fileName, mediaType: MediaType(fileName: fileName ?? ""))
        }

        /// Bytes of a media type; nil says nothing about it.
        public static func data(_ data: Data, name: String, fileName: String? = nil, mediaType: MediaType?) -> Part {
            Part(name: name, fileName: fileName, mediaType: mediaType, content: .data(data))
        }

        /// The content of a file, read piece by piece while it is sent, under the file's own name unless another is
        /// given. The media type follows from the file's own name; see ``MediaType/init(fileName:)``.
        ///
        /// A file that is not there, or can't be read, fails the load at the request stage.
        public static func file(_ url: URL, name: String, fileName: String? = nil) -> Part {
            .file(url, name: name, fileName: fileName, mediaType: MediaType(fileName: url.lastPathComponent))
        }

        /// The content of a file of a media type; nil says nothing about it.
        public static func file(_ url: URL, name: String, fileName: String? = nil, mediaType: MediaType?) -> Part {
            Part(name: name, fileName: fileName ?? url.lastPathComponent, mediaType: mediaType, content: .file(url))
        }
    }

    /// Some of the bytes of a body, and where they are.
    package enum Segment: Hashable, Sendable {
        case data(Data)
        case file(URL)
    }
}

extension Body.Part: CustomStringConvertible, CustomReflectable {
    /// The name and the size, never the content: it may hold secrets.
    public var description: String {
        switch content {
        case .data(let data): "\(name.debugDescription): \(data.count) bytes"
        case .file(let url): "\(name.debugDescription): the file \(url.lastPathComponent)"
        }
    }

    /// The description alone, for a debugger or `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["part": description]) }
}

extension Body.Part {
    /// Why the part can't be sent; nil when it can.
    var problem: String? {
        if let rejected = headerFields.rejected.first { return rejected.description }
        for name: HeaderFields.Name in ["Content-Disposition", "Content-Type"] where headerFields.contains(name) {
            return "the field \(name) follows from the part and can't be set"
        }
        if case .file(let url) = content, !url.isFileURL {
            return "a URL of the scheme \(url.scheme ?? "none") is not that of a file"
        }
        return nil
    }

    /// The lines before the content, the empty one included (RFC 7578, section 4.2).
    var head: String {
        var head = "Content-Disposition: form-data; name=\"\(Self.escaped(name))\""
        if let fileName { head += "; filename=\"\(Self.escaped(fileName))\"" }
        head += "\r\n"
        if let mediaType { head += "Content-Type: \(mediaType)\r\n" }
        for field in headerFields { head += "\(field.name): \(field.value)\r\n" }
        return head + "\r\n"
    }

    /// A name as it stands between quotes, where nothing in it can end them (the WHATWG HTML standard, "multipart form
    /// data"): `"`, CR and LF as `%22`, `%0D` and `%0A`, all else as it is.
    private static func escaped(_ name: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\"": escaped.append(contentsOf: "%22".unicodeScalars)
            case "\r": escaped.append(contentsOf: "%0D".unicodeScalars)
            case "\n": escaped.append(contentsOf: "%0A".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
