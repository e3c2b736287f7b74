// Spellings that people try first. None of them can be called: the compiler suggests the right one.
extension FileDownload {
    /// The URL has a label.
    @available(*, unavailable, renamed: "init(url:)")
    @_disfavoredOverload
    public init(_ url: URL) { self.init(url: url) }
}

extension FileDownload.Destination {
    /// Renamed to ``folder(_:ifTaken:)``.
    @available(*, unavailable, renamed: "folder(_:)")
    public static func directory(_ url: URL) -> Self { .folder(url) }
}
