extension Body {
    /// Returns the content as it is sent, in memory: reads files, joins parts, and compresses a gzipped body.
    ///
    /// The transports of this package don't use it: they read piece by piece.
    /// - Throws: ``RequestError`` if a file can't be read, or if the body is invalid or a stream.
    public func encoded() throws(RequestError) -> Data {
        let content = try uncompressed()
        return isGzipped ? Gzip.compressed(content) : content
    }

    /// The content exactly as it is sent, if all of it is in memory: data, JSON, a form, or parts without files.
    ///
    /// It is nil for a file, a stream, parts with files, and compressed parts, whose bytes are read or made only while
    /// they are sent, and for a body that can't be encoded.
    ///
    /// A compressed body is compressed to get its content, and again when it is sent.
    public var dataInMemory: Data? {
        switch content {
        case .data: return try? encoded()
        case .multipart(let multipart):
            let isInMemory = multipart.segments.allSatisfy { if case .data = $0 { true } else { false } }
            return isGzipped || !isInMemory ? nil : try? encoded()
        case .file, .stream, .invalid: return nil
        }
    }

    /// Returns the content before compression, in memory.
    func uncompressed() throws(RequestError) -> Data {
        var content = Data()
        for segment in try segments() { content += try segment.content() }
        return content
    }
}

extension Body.Segment {
    /// Returns the bytes of the segment.
    package func content() throws(RequestError) -> Data {
        switch self {
        case .data(let data): return data
        case .file(let url):
            do {
                return try Data(contentsOf: url)
            } catch {
                throw RequestError("the file \(url.path(percentEncoded: false)) can't be read: \(Self.reason(error))")
            }
        }
    }

    /// Returns a short description of a file error.
    private static func reason(_ error: any Error) -> String {
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile?, .fileNoSuchFile?: "No such file or directory"
        case .fileReadNoPermission?: "Permission denied"
        default: "it isn't a file, or the disk failed"
        }
    }
}

extension Body {
    /// Creates a form (`application/x-www-form-urlencoded`) from any value. The encoding names and spells its parts.
    ///
    /// If the value can't be encoded as a form, the load fails at the request stage.
    @_disfavoredOverload
    public static func form(_ value: some Encodable, by encoding: Query.Encoding = .standard) -> Body {
        do throws(RequestError) {
            return form(try Query(encoding: value, by: encoding).pairs)
        } catch {
            return Body(content: .invalid(error.message), mediaType: .form)
        }
    }
}
