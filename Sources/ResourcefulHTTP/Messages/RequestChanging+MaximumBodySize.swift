extension RequestChanging {
    /// The same, receiving no larger body than so many bytes, after its codings are undone; nil leaves it to the
    /// transport.
    ///
    /// The load of a larger one ends at the transport stage with a ``TransportError`` of the kind
    /// ``TransportError/Kind/tooLarge``: before the body comes, where its length is declared, and else as soon as there
    /// is more. So what is small on the wire and large when its coding is undone takes no more memory than was allowed.
    ///
    /// A transport has a limit of its own for bodies that are kept whole; the smaller one holds. A body that is read as
    /// a stream has this one alone.
    public func maximumBodySize(_ count: Int?) -> Self {
        option(MaximumBodySize.self, count.map { max(0, $0) })
    }
}

/// How large the body of a response may be, in bytes.
enum MaximumBodySize: RequestOption {
    static let defaultValue: Int? = nil
}

extension Request {
    /// How large the body of the response may be, in bytes, when the request says so.
    public var maximumBodySize: Int? { hasOptions ? self[MaximumBodySize.self] : nil }

    /// Whether there is more than the request allows.
    ///
    /// - Throws: ``TransportError``.
    package func checkSize(_ count: Int) throws(TransportError) {
        if let limit = maximumBodySize, count > limit { throw .largerThan(limit) }
    }

    /// Whether a head declares more than a limit. What is coded has another length than what is declared.
    ///
    /// - Throws: ``TransportError``.
    package func checkDeclaredSize(_ count: Int?, of response: Response, limit: Int) throws(TransportError) {
        guard let count, count > limit, method != .head, response.status != 304 else { return }
        let codings = response.headerFields.values(of: .contentEncoding)
        if codings.allSatisfy({ $0.lowercased() == "identity" }) { throw .largerThan(limit) }
    }
}

extension TransportError {
    /// The body of a response is larger than it may be: of the kind ``Kind/tooLarge``.
    ///
    /// - Parameter limit: How many bytes it may have.
    public static func largerThan(_ limit: Int) -> TransportError {
        TransportError(.tooLarge, "the response is larger than the limit of \(limit) bytes")
    }
}
