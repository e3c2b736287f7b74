extension RequestChanging {
    /// Returns a copy that limits the size of the response body to a number of bytes, counted after its codings are
    /// decoded; nil leaves it to the transport.
    ///
    /// A load with a larger body fails at the transport stage with a ``TransportError`` of the kind
    /// ``TransportError/Kind/tooLarge``: before the body arrives if its length is declared, otherwise as soon as the
    /// limit is exceeded. So a small compressed body that decodes to a large one can't use more memory than you allow.
    ///
    /// A transport has its own limit for bodies that are kept in memory; the smaller limit applies. For a body that is
    /// read as a stream, only this limit applies.
    public func maximumBodySize(_ count: Int?) -> Self {
        option(MaximumBodySize.self, count.map { max(0, $0) })
    }
}

/// The option that limits the size of the response body, in bytes.
enum MaximumBodySize: RequestOption {
    static let defaultValue: Int? = nil
}

extension Request {
    /// The maximum size of the response body in bytes, if the request sets one.
    public var maximumBodySize: Int? { hasOptions ? self[MaximumBodySize.self] : nil }

    /// Checks that a number of bytes is within the request's limit.
    ///
    /// - Throws: ``TransportError`` if it isn't.
    package func checkSize(_ count: Int) throws(TransportError) {
        if let limit = maximumBodySize, count > limit { throw .largerThan(limit) }
    }

    /// Checks that the length declared by a response's head is within a limit. The declared length of a coded body
    /// isn't checked: it differs from the decoded length.
    ///
    /// - Throws: ``TransportError`` if it isn't.
    package func checkDeclaredSize(_ count: Int?, of response: Response, limit: Int) throws(TransportError) {
        guard let count, count > limit, method != .head, response.status != 304 else { return }
        let codings = response.headerFields.values(of: .contentEncoding)
        if codings.allSatisfy({ $0.lowercased() == "identity" }) { throw .largerThan(limit) }
    }
}

extension TransportError {
    /// Creates an error of the kind ``Kind/tooLarge``: the body of a response is larger than allowed.
    ///
    /// - Parameter limit: The maximum number of bytes.
    package static func largerThan(_ limit: Int) -> TransportError {
        TransportError(.tooLarge, "the response is larger than the limit of \(limit) bytes")
    }
}

extension RequestChanging {
    /// Returns a copy whose response body keeps its content codings: compressed bytes stay compressed.
    ///
    /// By default, the transport decodes the codings that it knows (RFC 9110, section 8.4.1), even if you set
    /// `Accept-Encoding` yourself. Another coding is an error, unless your `Accept-Encoding` asks for more than
    /// `identity`. A response that keeps its codings is never cached. URLSession always decodes.
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
