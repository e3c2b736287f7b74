// The verbs of other libraries. None of them can be called: the compiler suggests what to write.
extension Webservice {
    /// Unavailable: a download has a place.
    @available(*, unavailable, message: "write download(download, to: .folder(url))")
    @_disfavoredOverload
    public func load(_ download: FileDownload) async throws -> DownloadedFile { throw CancellationError() }

    /// Unavailable: a URL can be that of a file or a folder.
    @available(*, unavailable, message: "write to: .file(url) or to: .folder(url)")
    @_disfavoredOverload
    public func download(_ download: FileDownload, to place: URL) async throws -> DownloadedFile {
        throw CancellationError()
    }

    /// Unavailable: a download isn't read by a resource.
    @available(*, unavailable, message: "write download(FileDownload(resource.request), to: .file(place))")
    @_disfavoredOverload
    public func download<Value, Place>(_ resource: Resource<Value>, to place: Place) async throws -> DownloadedFile {
        throw CancellationError()
    }

    /// Unavailable: a download is a request.
    @available(*, unavailable, message: "write download(FileDownload(url: url), to: .file(place))")
    @_disfavoredOverload
    public func download(_ url: URL, to place: URL) async throws -> DownloadedFile { throw CancellationError() }
}
