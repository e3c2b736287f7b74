#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Body {
    /// All bytes as they are sent, in memory: files are read, parts put together, what is gzipped is compressed.
    ///
    /// The transports of this package don't use this: they read piece by piece.
    /// - Throws: ``RequestError`` when a file can't be read, when the body is invalid, or when it is a stream.
    public func encoded() throws(RequestError) -> Data {
        let content = try uncompressed()
        return isGzipped ? Gzip.compressed(content) : content
    }

    /// All bytes, in memory.
    func uncompressed() throws(RequestError) -> Data {
        var content = Data()
        for segment in try segments() { content += try segment.content() }
        return content
    }
}

extension Body.Segment {
    /// The bytes.
    func content() throws(RequestError) -> Data {
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

    /// What the system says, in a few words.
    private static func reason(_ error: any Error) -> String {
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile?, .fileNoSuchFile?: "No such file or directory"
        case .fileReadNoPermission?: "Permission denied"
        default: "it is no file, or the disk has failed"
        }
    }
}

extension Body {
    /// Any value as a form (`application/x-www-form-urlencoded`), its parts named and spelled by an encoding.
    ///
    /// A value that can't be encoded so fails the load at the request stage.
    @_disfavoredOverload
    public static func form(_ value: some Encodable, by encoding: Query.Encoding = .standard) -> Body {
        do throws(RequestError) {
            return form(try Query(encoding: value, by: encoding).pairs)
        } catch {
            return Body(content: .invalid(error.message), mediaType: .form)
        }
    }
}
