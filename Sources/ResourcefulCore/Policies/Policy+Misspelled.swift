// Spellings that people try first. None of them can be called: the compiler suggests the right one.
extension Policy {
    /// Unavailable: a token belongs to an origin.
    @available(*, unavailable, message: "say whose token it is: .bearer(\"…\", for: api)")
    public static func bearer(token: String) -> Policy { .none }

    /// Unavailable: a token belongs to an origin.
    @available(*, unavailable, message: "say whose token it is: .bearer(\"…\", for: api)")
    @_disfavoredOverload
    public static func bearer(_ token: String) -> Policy { .none }

    /// Unavailable: a password belongs to an origin.
    @available(*, unavailable, renamed: "basic(user:password:for:)")
    public static func basicAuth(username: String, password: String) -> Policy { .none }

    /// Unavailable: the fields are a dictionary.
    @available(*, unavailable, message: "write .headerFields([\"Accept\": \"text/plain\"])")
    public static func header(_ name: HeaderFields.Name, _ value: String) -> Policy { .none }

    /// Renamed to ``headerFields(_:)``.
    @available(*, unavailable, renamed: "headerFields(_:)")
    public static func headers(_ fields: HeaderFields) -> Policy { .none }

    /// Unavailable: a timeout belongs to a request.
    @available(*, unavailable, message: "write .changing { $0.timeout = $0.timeout ?? .seconds(10) }")
    public static func timeout(_ duration: Duration) -> Policy { .none }

    /// Unavailable: observers log, and policies don't.
    @available(*, unavailable, message: "pass an observer to the Webservice: observers: [.logging { print($0) }]")
    public static var logging: Policy { .none }
}
