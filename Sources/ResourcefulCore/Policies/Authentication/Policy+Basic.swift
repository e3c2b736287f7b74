extension Policy {
    /// Adds a user name and a password, in UTF-8, to every request to an origin (RFC 7617).
    ///
    /// Requests to other origins, and requests with an `Authorization` field, aren't changed. The load fails at the
    /// request stage if the name has a colon, or if the name or the password has a control character.
    ///
    /// - Parameters:
    ///   - user: The user name.
    ///   - password: The password.
    ///   - url: Any URL of the origin.
    public static func basic(user: String, password: String, for url: URL) -> Policy {
        let scope = CredentialScope(url)
        let credentials = "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())"
        let isControl = { (byte: UInt8) in byte < 0x20 || byte == 0x7F }
        let isValid = !user.utf8.contains(UInt8(ascii: ":")) && !(user + password).utf8.contains(where: isControl)
        return Policy(scope.traits("Basic", ofUser: credentials)) { request, next in
            guard try scope.covers(request) else { return next(request) }
            guard isValid else {
                let problem = RequestError("a user name with a colon, or a control character, can't be sent as Basic")
                throw LoadError(stage: .request, request: request, underlyingError: problem)
            }
            return next(request.authorized(credentials))
        }
    }
}
