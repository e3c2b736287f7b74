extension Body {
    /// One part of a multipart body: a named value of a form (RFC 7578, section 4).
    public struct Part: Hashable, Sendable {
        /// The name of the form field that the part is the value of.
        public var name: String
        /// The file name that is sent with the content; nil if the value isn't a file.
        public var fileName: String?
        /// The media type of the content. If it is nil, none is sent, which means text.
        public var mediaType: MediaType?
        /// Additional fields of the part. You can't set Content-Disposition and Content-Type, which follow from the
        /// part.
        public var headerFields: HeaderFields = [:]
        /// The content: bytes or a file.
        public var content: Segment

        /// Creates a part from text, in UTF-8. Line endings are sent as they are.
        public static func text(
            _ text: String, name: String, mediaType: MediaType? = "text/plain; charset=utf-8"
        ) -> Part {
            Part(name: name, mediaType: mediaType, content: .data(Data(text.utf8)))
        }

        /// Creates a part from bytes. The media type follows from the file name; see ``MediaType/init(fileName:)``.
        public static func data(_ data: Data, name: String, fileName: String? = nil) -> Part {
            .data(data, name: name, fileName: fileName, mediaType: MediaType(fileName: fileName ?? ""))
        }

        /// Creates a part from bytes with a media type. If it is nil, the part has no media type.
        public static func data(_ data: Data, name: String, fileName: String? = nil, mediaType: MediaType?) -> Part {
            Part(name: name, fileName: fileName, mediaType: mediaType, content: .data(data))
        }

        /// Creates a part from a file, which is read piece by piece while it is sent. It has the file's own name unless
        /// you give another. The media type follows from the file's own name; see ``MediaType/init(fileName:)``.
        ///
        /// If the file doesn't exist or can't be read, the load fails at the request stage.
        public static func file(_ url: URL, name: String, fileName: String? = nil) -> Part {
            .file(url, name: name, fileName: fileName, mediaType: MediaType(fileName: url.lastPathComponent))
        }

        /// Creates a part from a file with a media type. If it is nil, the part has no media type.
        public static func file(_ url: URL, name: String, fileName: String? = nil, mediaType: MediaType?) -> Part {
            Part(name: name, fileName: fileName ?? url.lastPathComponent, mediaType: mediaType, content: .file(url))
        }
    }

    /// A section of a body's bytes: in memory or in a file.
    public enum Segment: Hashable, Sendable {
        case data(Data), file(URL)
    }
}

extension Body.Part: HidesSecrets {
    /// The name and the size. It never shows the content, which may be secret.
    public var description: String {
        switch content {
        case .data(let data): "\(name.debugDescription): \(data.count) bytes"
        case .file(let url): "\(name.debugDescription): the file \(url.lastPathComponent)"
        }
    }
}

extension Body.Part {
    /// The reason why the part can't be sent; nil if it can.
    var problem: String? {
        if let rejected = headerFields.rejected.first { return rejected.description }
        for name: HeaderFields.Name in ["Content-Disposition", "Content-Type"] where headerFields.contains(name) {
            return "the field \(name) is derived from the part and can't be set"
        }
        if case .file(let url) = content, !url.isFileURL {
            return "a URL with the scheme \(url.scheme ?? "none") isn't a file URL"
        }
        return nil
    }

    /// The lines before the content, including the empty line (RFC 7578, section 4.2).
    var head: String {
        var head = "Content-Disposition: form-data; name=\"\(Self.escaped(name))\""
        if let fileName { head += "; filename=\"\(Self.escaped(fileName))\"" }
        head += "\r\n"
        if let mediaType { head += "Content-Type: \(mediaType)\r\n" }
        for field in headerFields { head += "\(field.name): \(field.value)\r\n" }
        return head + "\r\n"
    }

    /// Returns a name escaped for use between quotes, so that it can't end them (the WHATWG HTML standard, "multipart
    /// form data"): `"`, CR, and LF become `%22`, `%0D`, and `%0A`.
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
