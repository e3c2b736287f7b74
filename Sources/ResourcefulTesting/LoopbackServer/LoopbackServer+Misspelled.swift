// The names of other servers. None of them can be used: the compiler suggests the right one.
extension LoopbackServer {
    /// Renamed to ``baseURL``.
    @available(*, unavailable, renamed: "baseURL")
    public var url: URL { baseURL }
}
