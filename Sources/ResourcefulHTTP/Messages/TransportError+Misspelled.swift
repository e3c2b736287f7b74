// The names of URLSession's errors. None of them can be used: the compiler suggests those of this library.
extension TransportError.Kind {
    /// Unavailable: a transport knows only that it couldn't connect.
    @available(*, unavailable, renamed: "cannotConnect")
    public static var offline: Self { .cannotConnect }

    /// Unavailable: a transport knows only that it couldn't connect.
    @available(*, unavailable, renamed: "cannotConnect")
    public static var notConnectedToInternet: Self { .cannotConnect }

    /// Renamed to ``cannotConnect``.
    @available(*, unavailable, renamed: "cannotConnect")
    public static var cannotConnectToHost: Self { .cannotConnect }

    /// Renamed to ``cannotResolveHost``.
    @available(*, unavailable, renamed: "cannotResolveHost")
    public static var cannotFindHost: Self { .cannotResolveHost }

    /// Renamed to ``connectionLost``.
    @available(*, unavailable, renamed: "connectionLost")
    public static var networkConnectionLost: Self { .connectionLost }

    /// Unavailable: canceling isn't a failure.
    @available(*, unavailable, message: "a canceled load throws CancellationError: catch is CancellationError")
    public static var cancelled: Self { .other }
}

extension LoadError {
    /// Renamed to ``status``.
    @available(*, unavailable, renamed: "status")
    public var statusCode: Response.Status? { status }
}
