/// The body of a request in an archive: text, or the parameters of a form.
struct ArchivedBody {
    private let posted: JSON
    private let mediaType: MediaType?

    /// - Parameter mediaType: The media type in the header fields of the request.
    init(_ posted: JSON, mediaType: MediaType?) {
        self.posted = posted
        self.mediaType = mediaType ?? posted.mimeType.stringIfThere.flatMap { MediaType($0) }
    }

    /// The body; nil if there was none.
    var body: Body? {
        guard posted.exists, (try? posted.keys) != nil else { return nil }
        let text = posted.text.stringIfThere ?? ""
        let params = posted.params.elementsIfThere
        if text.isEmpty, !params.isEmpty { return body(of: params) }
        let isUnread = posted["_unread"].exists
        guard !text.isEmpty else { return mediaType == nil && !isUnread ? nil : .data(Data(), mediaType: mediaType) }
        let encoding = posted["_encoding"].stringIfThere ?? posted.encoding.stringIfThere
        let data = encoding == "base64" ? Data(base64Encoded: text, options: .ignoreUnknownCharacters) : Data(text.utf8)
        return .data(data ?? Data(text.utf8), mediaType: mediaType)
    }

    private func body(of params: [JSON]) -> Body {
        guard mediaType?.type == "multipart" else { return .form(params.map { (name($0), value($0)) }) }
        return .multipart(
            params.map { param in
                let type = param.contentType.stringIfThere.flatMap { MediaType($0) }
                guard let fileName = param.fileName.stringIfThere else {
                    return .text(value(param), name: name(param), mediaType: type)
                }
                return .data(Data(value(param).utf8), name: name(param), fileName: fileName, mediaType: type)
            })
    }

    private func name(_ param: JSON) -> String { param.name.stringIfThere ?? "" }
    private func value(_ param: JSON) -> String { param.value.stringIfThere ?? "" }
}
