extension RequestChanging {
    /// Returns a copy whose response body keeps its content codings: compressed bytes stay compressed.
    ///
    /// By default, the transport decodes the codings that it knows (RFC 9110, section 8.4.1), even if you set
    /// `Accept-Encoding` yourself. A response that keeps its codings is never cached. URLSession always decodes.
    public func keepingContentCodings(_ keeps: Bool = true) -> Self { option(KeepsContentCodings.self, keeps) }
}

/// The option that keeps a response body's content codings.
enum KeepsContentCodings: RequestOption {
    static let defaultValue = false
}

extension Request {
    /// Whether the response body keeps its content codings. Read by transports.
    public var keepsContentCodings: Bool { hasOptions && self[KeepsContentCodings.self] }
}
