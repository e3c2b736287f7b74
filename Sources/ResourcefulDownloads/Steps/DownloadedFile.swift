/// A completely downloaded file.
///
///     let file = try await webservice.download(audio, to: .folder(folder))
///     print(file.url.lastPathComponent, file.size, file.resumedFrom)  // 7.m4a 44 0
public struct DownloadedFile: Hashable, Sendable {
    /// The location of the file.
    public let url: URL
    /// The size in bytes.
    public let size: Int
    /// The number of bytes that an earlier, interrupted download had received.
    public let resumedFrom: Int
    /// The last response, without its body. After the download resumed, its status is 206 (or 416 if nothing was
    /// missing), and it may lack fields that the first response had (RFC 9110, section 15.3.7).
    public let response: Response

    /// Creates a downloaded file.
    public init(url: URL, size: Int, resumedFrom: Int = 0, response: Response) {
        self.url = url
        self.size = size
        self.resumedFrom = resumedFrom
        self.response = response
    }
}
