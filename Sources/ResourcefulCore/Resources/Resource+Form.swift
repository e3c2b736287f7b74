extension Resource where Value == Query {
    /// Creates a resource that reads a form, `application/x-www-form-urlencoded`, which a token endpoint may answer
    /// with.
    public init(form request: some RequestConvertible) {
        self.init(request.asRequest) { Query(parsing: try $0.text()) }
    }
}
