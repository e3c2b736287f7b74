// Names of URLSession, Alamofire and AsyncHTTPClient. You can't use them: the compiler suggests what to write.
extension Request {
    /// Renamed to ``headerFields``.
    @available(*, unavailable, renamed: "headerFields")
    public var headers: HeaderFields { headerFields }

    /// The parameter is called `headerFields`.
    @available(*, unavailable, renamed: "init(url:method:headerFields:body:timeout:)")
    public init(
        url: URL, method: Method = .get, headers: HeaderFields, body: Body? = nil, timeout: Duration? = nil
    ) {
        self.init(url: url, method: method, headerFields: headers, body: body, timeout: timeout)
    }

    /// Unavailable: header fields have a subscript.
    @available(*, unavailable, message: "write request.headerFields[\"X-App\"] = \"podcasts\"")
    public mutating func setValue(_ value: String?, forHTTPHeaderField name: String) {}
}

extension Response {
    /// Renamed to ``headerFields``.
    @available(*, unavailable, renamed: "headerFields")
    public var headers: HeaderFields { headerFields }

    /// Renamed to ``status``.
    @available(*, unavailable, renamed: "status")
    public var statusCode: Status { status }
}

extension TransportError.Kind {
    /// Unavailable: a transport knows only that it couldn't connect.
    @available(*, unavailable, renamed: "cannotConnect")
    public static var notConnectedToInternet: Self { .cannotConnect }

    /// Renamed to ``cannotResolveHost``.
    @available(*, unavailable, renamed: "cannotResolveHost")
    public static var cannotFindHost: Self { .cannotResolveHost }
}

extension LoadError {
    /// Renamed to ``status``.
    @available(*, unavailable, renamed: "status")
    public var statusCode: Response.Status? { status }
}
