extension RequestChanging {
    /// The same, sent by itself even when an equal request is under way.
    ///
    /// Without this, equal GET and HEAD requests of a Webservice at the same moment are sent once, and all who wait get
    /// the response.
    public func alone() -> Self { option(Alone.self, true) }
}

/// Whether a request is sent by itself.
enum Alone: RequestOption {
    static let defaultValue = false
}

extension Request {
    /// Whether its load can be joined by that of an equal request.
    package var isJoinable: Bool {
        (method == .get || method == .head) && body == nil && rejected.isEmpty && (options.isEmpty || !self[Alone.self])
    }
}
