#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A request as it would be sent, on its way to somebody who looks at it: without its secrets, unless they are wanted.
struct ShownRequest {
    /// The request as a transport would get it.
    let request: Request
    /// What is replaced; nil for nothing.
    let redaction: Redaction?

    /// - Throws: ``LoadError`` at the request stage when the request can't be sent as it stands.
    init(_ request: Request, relativeTo baseURL: URL?, revealingSecrets: Bool) throws(LoadError) {
        self.request = try request.resolved(against: baseURL).checked()
        redaction = revealingSecrets ? nil : .standard.including(secretsOf: request)
    }

    /// The URL's text.
    var url: String { redaction?.redacted(request.url) ?? request.url.absoluteString }

    /// The fields, without those that say how long the body is.
    var headerFields: HeaderFields { redaction?.redacted(request.headerFields) ?? request.headerFields }

    /// The bytes of the body, in order and before they are compressed.
    ///
    /// - Parameter readingFiles: Whether what lies in files is read, too, for the secrets in it to be replaced.
    /// - Throws: ``LoadError`` at the request stage when a file can't be read, or the body is a stream.
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

    /// The segments of a value with a name, its secrets replaced.
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

    /// All bytes of the body, as they would be sent.
    ///
    /// - Throws: ``LoadError`` at the request stage when a file can't be read, or the body is a stream.
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
    /// - Throws: ``RequestError`` when there is no file that can be read.
    fileprivate func checkFile() throws(RequestError) {
        let path = path(percentEncoded: false)
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder,
            FileManager.default.isReadableFile(atPath: path)
        else { throw RequestError("the file \(path) can't be read") }
    }
}
