// Names that people often type first: the compiler suggests the right one.
extension Request {
    /// Renamed to ``headerFields``.
    @available(*, unavailable, renamed: "headerFields")
    public var headers: HeaderFields {
        get { headerFields }
        set { headerFields = newValue }
    }

    /// The parameter is called `headerFields`.
    @available(*, unavailable, renamed: "init(url:method:headerFields:body:timeout:)")
    public init(
        url: URL, method: Method = .get, headers: HeaderFields, body: Body? = nil, timeout: Duration? = nil
    ) {
        self.init(url: url, method: method, headerFields: headers, body: body, timeout: timeout)
    }
}

extension Response {
    /// Renamed to ``headerFields``.
    @available(*, unavailable, renamed: "headerFields")
    public var headers: HeaderFields {
        get { headerFields }
        set { headerFields = newValue }
    }

    /// The parameter is called `headerFields`.
    @available(*, unavailable, renamed: "init(status:headerFields:body:url:)")
    public init(status: Status = 200, headers: HeaderFields, body: Data = Data(), url: URL? = nil) {
        self.init(status: status, headerFields: headers, body: body, url: url)
    }
}
