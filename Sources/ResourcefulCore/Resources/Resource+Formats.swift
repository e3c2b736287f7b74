extension Resource where Value: Decodable & Sendable {
    /// Creates a resource that decodes its value from a property list, XML or binary.
    public init(propertyList request: some RequestConvertible) {
        self.init(request.asRequest) { response in
            if response.body.isEmpty, let value = MissingValue.value(of: Value.self) { return value }
            do {
                return try PropertyListDecoder().decode(Value.self, from: response.body)
            } catch let error as DecodingError {
                throw ParseFailure(error, expecting: Value.self)
            }
        }
    }
}

extension Resource where Value == Query {
    /// Creates a resource that reads a form, `application/x-www-form-urlencoded`, which a token endpoint may answer
    /// with.
    public init(form request: some RequestConvertible) {
        self.init(request.asRequest) { Query(parsing: try $0.text()) }
    }
}
