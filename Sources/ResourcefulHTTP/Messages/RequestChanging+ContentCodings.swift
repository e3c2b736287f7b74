extension RequestChanging {
    /// The same, receiving the bytes of a coded body as they are sent: compressed, if the server compresses them.
    ///
    /// Otherwise the codings of the content that the transport knows are undone (RFC 9110, section 8.4.1), also where
    /// `Accept-Encoding` was set by hand. Such a response is not cached. URLSession undoes codings all the same.
    public func keepingContentCodings(_ keeps: Bool = true) -> Self { option(KeepsContentCodings.self, keeps) }
}

/// Whether the codings of the content stay as they are.
enum KeepsContentCodings: RequestOption {
    static let defaultValue = false
}

extension Request {
    /// Whether the bytes of a coded body are wanted as they are sent: for transports.
    public var keepsContentCodings: Bool { hasOptions && self[KeepsContentCodings.self] }
}
