extension RequestChanging {
    /// The same, with a response body that keeps its content codings: compressed bytes stay compressed.
    ///
    /// By default the transport decodes the codings that it knows (RFC 9110, section 8.4.1), even when you set
    /// `Accept-Encoding` yourself. A response that keeps its codings is never cached. URLSession decodes regardless.
    public func keepingContentCodings(_ keeps: Bool = true) -> Self { option(KeepsContentCodings.self, keeps) }
}

/// Whether a response body keeps its content codings.
enum KeepsContentCodings: RequestOption {
    static let defaultValue = false
}

extension Request {
    /// Whether the response body keeps its content codings. A transport reads this.
    public var keepsContentCodings: Bool { hasOptions && self[KeepsContentCodings.self] }
}
