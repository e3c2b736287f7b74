extension RequestChanging {
    /// Returns a copy with an idempotency key, which tells the server that repeated requests are the same. It acts only
    /// on the first one, so a POST can be sent again (draft-ietf-httpapi-idempotency-key-header).
    ///
    /// The key is a version 4 UUID that is drawn once for each load and is the same in all its attempts. A key that the
    /// request already has isn't replaced: to use your own key for several loads, set it with
    /// ``RequestChanging/header(_:_:)``.
    public func idempotencyKey() -> Self { option(IdempotencyKey.self, true) }
}

/// Whether to add an idempotency key.
enum IdempotencyKey: RequestOption {
    static let defaultValue = false

    /// The field with the key.
    static var name: HeaderFields.Name { "Idempotency-Key" }

    /// Returns a UUID with 122 random bits (RFC 9562, section 5.4).
    static func text(_ first: UInt64, _ second: UInt64) -> String {
        let high = first & ~0xF000 | 0x4000
        let low = second & ~(0b11 << 62) | 0b10 << 62
        let digits = Array("0123456789abcdef")
        var text = ""
        for index in 0..<32 {
            if [8, 12, 16, 20].contains(index) { text += "-" }
            text.append(digits[Int((index < 16 ? high : low) >> UInt64(60 - index % 16 * 4) & 0xF)])
        }
        return text
    }
}

extension Request {
    /// Whether a key must be drawn.
    var lacksIdempotencyKey: Bool { self[IdempotencyKey.self] && !headerFields.contains(IdempotencyKey.name) }

    /// Returns the request with a new key.
    func drawingIdempotencyKey() -> Plan<Request> {
        Plan.random.flatMap { first in
            Plan.random.map { second in
                var request = self
                request.headerFields[IdempotencyKey.name] = IdempotencyKey.text(first, second)
                return request
            }
        }
    }

    /// The reason not to send the request again, for a policy that could; nil if it can be sent again.
    public var objectionToRepeating: String? {
        if body?.canBeSentAgain == false { return "its body is a stream, which can only be sent once" }
        guard !method.isIdempotent, !headerFields.contains(IdempotencyKey.name) else { return nil }
        return "\(method) isn't idempotent, and the request has no idempotency key"
    }
}
