/// A request as it would be sent, for display: without its secrets, unless they are wanted.
struct ShownRequest {
    /// The request as a transport would receive it.
    let request: Request
    /// The redaction that replaces secrets; nil to reveal them.
    let redaction: Redaction?

    /// Creates the request to show.
    ///
    /// - Throws: `LoadError` at the request stage if the request can't be sent as it is.
    init(_ request: Request, relativeTo baseURL: URL?, revealingSecrets: Bool) throws(LoadError) {
        self.request = try request.resolved(against: baseURL).checked()
        redaction = revealingSecrets ? nil : .standard.including(secretsOf: request)
    }

    /// The text of the URL.
    var url: String { redaction?.redacted(request.url) ?? request.url.absoluteString }

    /// The header fields, without those for the length of the body.
    var headerFields: HeaderFields { redaction?.redacted(request.headerFields) ?? request.headerFields }

    /// Returns the bytes of the body, in order and before compression.
    ///
    /// - Parameter readingFiles: Whether files are read, too, so that secrets in them are replaced.
    /// - Throws: `LoadError` at the request stage if a file can't be read, or the body is a stream.
    func segments(readingFiles: Bool) throws(LoadError) -> [Body.Segment] {
        guard let body = request.body else { return [] }
        do throws(RequestError) {
            guard case .multipart(let multipart) = body.content else {
                return try shown(
                    body.segments(), name: nil, of: request.mediaType, readingFiles: readingFiles)
            }
            var parts: [Body.Part] = []
            for part in multipart.parts {
                var part = part
                part.content = try shown(
                    [part.content], name: part.name, of: part.mediaType, readingFiles: readingFiles)[0]
                if let redaction { part.headerFields = redaction.redacted(part.headerFields) }
                parts.append(part)
            }
            return Body.Multipart(parts: parts, boundary: multipart.boundary).segments
        } catch {
            throw failure(error)
        }
    }

    /// Returns the segments of a named value, with secrets replaced.
    private func shown(
        _ segments: [Body.Segment], name: String?, of mediaType: MediaType?, readingFiles: Bool
    ) throws(RequestError) -> [Body.Segment] {
        var shown: [Body.Segment] = []
        for segment in segments {
            if case .file(let url) = segment, !readingFiles {
                try url.checkFile()
                shown.append(segment)
                continue
            }
            let content = try segment.content()
            guard let redaction else {
                shown.append(.data(content))
                continue
            }
            let isSecret = name.map { redaction.isSecret(name: $0) } ?? false
            shown.append(
                .data(
                    isSecret
                        ? Data(repeating: UInt8(ascii: "*"), count: content.count)
                        : redaction.masked(content: content, of: mediaType)))
        }
        return shown
    }

    /// Returns all bytes of the body, as they would be sent.
    ///
    /// - Throws: `LoadError` at the request stage if a file can't be read, or the body is a stream.
    func content() throws(LoadError) -> Data {
        var content = Data()
        for segment in try segments(readingFiles: true) {
            do throws(RequestError) {
                content += try segment.content()
            } catch {
                throw failure(error)
            }
        }
        return request.body?.isGzipped == true ? Gzip.compressed(content) : content
    }

    private func failure(_ error: RequestError) -> LoadError {
        LoadError(stage: .request, request: request, underlyingError: error)
    }
}

extension URL {
    /// Checks that the URL is a readable file.
    ///
    /// - Throws: `RequestError` if it isn't.
    fileprivate func checkFile() throws(RequestError) {
        let path = path(percentEncoded: false)
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder,
            FileManager.default.isReadableFile(atPath: path)
        else { throw RequestError("the file \(path) can't be read") }
    }
}
