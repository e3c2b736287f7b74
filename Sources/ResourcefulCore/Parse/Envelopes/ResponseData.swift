/// A value inside an envelope, as a model that also has the code and the message of a success.
///
///     let episodes = Resource<ResponseData<[Episode]>>(json: "episodes.json").map { try $0.get() }
///
/// The envelope is `{ "code": …, "message": …, "data": … }`, unless you set the decoder's `CodingUserInfoKey.envelope`:
/// `JSON.Decoder(userInfo: [.envelope: Envelope.shop])`.
public struct ResponseData<A: Decodable & Sendable>: Sendable {
    /// The service's code.
    public let code: ServiceError.Code
    /// The service's message; empty if it sent none.
    public let message: String
    /// The value; nil if there is none, or if the code means failure and the data can't be decoded.
    public let data: A?
    /// Whether the code means success.
    package let isSuccessful: Bool

    private let envelope: Envelope

    /// Returns the value.
    ///
    /// - Throws: The envelope's error for a failure code; ``ParseFailure`` if the value is missing on success.
    public func get() throws -> A {
        guard isSuccessful else { throw envelope.failure(ServiceError(code: code, message: message)) }
        guard let value = data ?? MissingValue.value(of: A.self) else {
            throw ParseFailure(path: envelope.data, expected: "\(A.self)", found: "nothing", kind: .missing)
        }
        return value
    }
}

extension ResponseData: Decodable {
    /// Decodes the code, the message and the value.
    public init(from decoder: any Decoder) throws {
        envelope = decoder.userInfo[.envelope] as? Envelope ?? Envelope()
        let object = try decoder.container(keyedBy: StepKey.self)
        code = try object.value(ServiceError.Code.self, at: envelope.code)
        message = (try? object.valueIfPresent(String.self, at: envelope.message)) ?? ""
        isSuccessful = envelope.success.contains(code)
        data =
            isSuccessful
            ? try object.valueIfPresent(A.self, at: envelope.data)
            : try? object.valueIfPresent(A.self, at: envelope.data)
    }
}

extension CodingUserInfoKey {
    /// The key in a decoder's user info for the ``Envelope`` that ``ResponseData`` decodes.
    public static let envelope: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "Resourceful.Envelope") else {
            preconditionFailure("Any string can be the key of a decoder's user info.")
        }
        return key
    }()
}

/// A step of a path as the key of any decoder.
private struct StepKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }

    init(_ component: JSONPath.Component) {
        switch component {
        case .key(let key): self.init(stringValue: key)
        case .index(let index): self.init(intValue: index)
        }
    }
}

extension KeyedDecodingContainer<StepKey> {
    fileprivate func value<Value: Decodable>(_ type: Value.Type, at path: JSONPath) throws -> Value {
        let (object, key) = try object(of: path)
        return try object.decode(type, forKey: key)
    }

    /// Returns the value at the end of a path; nil if it is null, or if it or one of its containers is missing.
    fileprivate func valueIfPresent<Value: Decodable>(_ type: Value.Type, at path: JSONPath) throws -> Value? {
        guard let (object, key) = try? object(of: path) else { return nil }
        return try object.decodeIfPresent(type, forKey: key)
    }

    private func object(of path: JSONPath) throws -> (KeyedDecodingContainer<StepKey>, StepKey) {
        var object = self
        for step in path.components.dropLast() {
            object = try object.nestedContainer(keyedBy: StepKey.self, forKey: StepKey(step))
        }
        return (object, StepKey(path.components.last ?? .key("")))
    }
}
