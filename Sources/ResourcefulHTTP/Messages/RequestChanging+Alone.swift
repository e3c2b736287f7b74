extension RequestChanging {
    /// Returns a copy that is sent separately even if an equal request is in progress.
    ///
    /// By default, equal GET and HEAD requests of a Webservice at the same time are sent once, and all callers get the
    /// response.
    public func alone() -> Self { option(Alone.self, true) }
}

/// The option that sends a request separately.
enum Alone: RequestOption {
    static let defaultValue = false
}

extension Request {
    /// Whether equal requests can share a load.
    package var isJoinable: Bool {
        (method == .get || method == .head) && body == nil && rejected.isEmpty && (options.isEmpty || !self[Alone.self])
    }
}

/// An option to leave the body of a successful response to be read.
package enum LeavesBody: RequestOption {
    package static let defaultValue = false
}

extension Request {
    /// Whether the body of a successful response is read as a stream, which a policy can't do twice.
    public var leavesBody: Bool { hasOptions && self[LeavesBody.self] }
}
