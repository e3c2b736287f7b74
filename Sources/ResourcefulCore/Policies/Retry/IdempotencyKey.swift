extension RequestChanging {
    /// The same with a key that tells the server which requests are one and the same, so that it acts on the first one
    /// alone, and a POST may be sent again (draft-ietf-httpapi-idempotency-key-header).
    ///
    /// The key is a version 4 UUID, drawn once for each load, and the same in all its attempts. A key that the request
    /// has already stays: with ``RequestChanging/header(_:_:)`` it can be one's own, to hold for several loads.
    public func idempotencyKey() -> Self { option(IdempotencyKey.self, true) }
}

/// Whether a request gets an idempotency key.
enum IdempotencyKey: RequestOption {
    static let defaultValue = false

    /// The field that holds it.
    static var name: HeaderFields.Name { "Idempotency-Key" }

    /// A UUID of 122 random bits (RFC 9562, section 5.4).
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
    /// Whether a key is to be drawn.
    var lacksIdempotencyKey: Bool { self[IdempotencyKey.self] && !headerFields.contains(IdempotencyKey.name) }

    /// The request with a key.
    func drawingIdempotencyKey() -> Plan<Request> {
        Plan.random.flatMap { first in
            Plan.random.map { second in
                var request = self
                request.headerFields[IdempotencyKey.name] = IdempotencyKey.text(first, second)
                return request
            }
        }
    }

    /// Why the request must not, or can't, be sent again; nil when it may be.
    var objectionToRepeating: String? {
        if body?.canBeSentAgain == false { return "its body is a stream, which can't be sent again" }
        guard !method.isIdempotent, !headerFields.contains(IdempotencyKey.name) else { return nil }
        return "\(method) might be done twice, and the request has no idempotency key"
    }
}
