#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Policy {
    /// Says who asks with every request to an origin, by a name and a password (RFC 7617), in UTF-8.
    ///
    /// Requests to other origins, and those that have an Authorization field, pass as they are. A name with a colon or
    /// a control character in it fails the load at the request stage.
    ///
    /// - Parameters:
    ///   - user: The name.
    ///   - password: The password.
    ///   - url: Any URL of the origin.
    public static func basic(user: String, password: String, for url: URL) -> Policy {
        let scope = CredentialScope(url)
        let credentials = "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())"
        let isControl = { (byte: UInt8) in byte < 0x20 || byte == 0x7F }
        let isValid = !user.utf8.contains(UInt8(ascii: ":")) && !(user + password).utf8.contains(where: isControl)
        return Policy(scope.traits("Basic", ofUser: "basic \(user)")) { request, next in
            guard try scope.covers(request) else { return next(request) }
            guard isValid else {
                let problem = RequestError("a user with a colon, or a control character, can't be sent as Basic")
                throw LoadError(stage: .request, request: request, underlyingError: problem)
            }
            return next(request.authorized(credentials))
        }
    }
}
