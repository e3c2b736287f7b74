/// The body of a request in an archive: text, or the parameters of a form.
struct ArchivedBody {
    private let posted: JSON
    private let size: Int
    private let folder: ArchiveFolder
    private let mediaType: MediaType?

    /// - Parameter mediaType: The media type in the header fields of the request.
    init(of request: JSON, mediaType: MediaType?, folder: ArchiveFolder) {
        posted = request.postData
        size = request.bodySize.intIfThere ?? -1
        self.folder = folder
        self.mediaType = mediaType ?? posted.mimeType.stringIfThere.flatMap { MediaType($0) }
    }

    /// The body; nil if there was none.
    var body: Body? {
        guard posted.exists, (try? posted.keys) != nil else { return nil }
        let encoding = posted["_encoding"].stringIfThere ?? posted.encoding.stringIfThere
        let data =
            posted["_file"].stringIfThere.flatMap(folder.content)
            ?? ArchivedContent(posted, sizes: [size])?.bytes(of: mediaType, encoding: encoding)
        if let data, !data.isEmpty { return .data(data, mediaType: mediaType) }
        let params = posted.params.elementsIfThere
        if !params.isEmpty { return body(of: params) }
        return mediaType == nil && unread == nil ? nil : .data(Data(), mediaType: mediaType)
    }

    /// The facts about content that isn't in the archive; nil if nothing is missing.
    var unread: UnreadContent? {
        if let name = posted["_file"].stringIfThere, folder.path(of: name) == nil { return UnreadContent() }
        return UnreadContent(posted["_unread"])
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
            }, boundary: mediaType?[parameter: "boundary"].flatMap { Body.Boundary($0) })
    }

    private func name(_ param: JSON) -> String { param.name.stringIfThere ?? "" }
    private func value(_ param: JSON) -> String { param.value.stringIfThere ?? "" }
}
