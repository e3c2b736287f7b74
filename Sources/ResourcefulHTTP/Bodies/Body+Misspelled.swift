// Spellings that people try first. None of them can be called: the compiler suggests the right one.
extension Body {
    /// Unavailable: a body of text is its bytes and a media type.
    @available(*, unavailable, message: "write .data(Data(text.utf8), mediaType: .plainText)")
    public static func text(_ text: String) -> Body { .data(Data(text.utf8)) }

    /// Unavailable: a body of text is its bytes and a media type.
    @available(*, unavailable, message: "write .data(Data(text.utf8), mediaType: .plainText)")
    public static func string(_ text: String) -> Body { .data(Data(text.utf8)) }

    /// Unavailable: a file has a URL.
    @available(*, unavailable, message: "write .file(URL(fileURLWithPath: path))")
    public static func file(_ path: String) -> Body { .file(URL(fileURLWithPath: path)) }

    /// The media type is called `mediaType`.
    @available(*, unavailable, renamed: "file(_:mediaType:)")
    public static func file(_ url: URL, contentType: MediaType) -> Body { .file(url, mediaType: contentType) }

    /// The media type is called `mediaType`.
    @available(*, unavailable, renamed: "data(_:mediaType:)")
    public static func data(_ data: Data, contentType: MediaType) -> Body { .data(data, mediaType: contentType) }

    /// Unavailable: compressing changes a body.
    @available(*, unavailable, message: "write body.gzipped()")
    public static func gzip(_ body: Body) -> Body { body }

    /// Unavailable: a form is encoded like a URL's query.
    @available(*, unavailable, renamed: "form(_:)")
    public static func formURLEncoded(_ pairs: KeyValuePairs<String, String>) -> Body { .form(pairs) }
}

extension Body.Part {
    /// The names are called `fileName` and `mediaType`.
    @available(*, unavailable, renamed: "file(_:name:fileName:mediaType:)")
    public static func file(_ url: URL, name: String, filename: String? = nil, mimeType: MediaType) -> Body.Part {
        .file(url, name: name, fileName: filename, mediaType: mimeType)
    }

    /// The names are called `fileName` and `mediaType`.
    @available(*, unavailable, renamed: "data(_:name:fileName:mediaType:)")
    public static func data(_ data: Data, name: String, filename: String? = nil, mimeType: MediaType) -> Body.Part {
        .data(data, name: name, fileName: filename, mediaType: mimeType)
    }
}
