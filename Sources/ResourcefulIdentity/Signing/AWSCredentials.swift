/// The credentials that sign requests to Amazon Web Services: an access key and its secret.
///
///     let credentials = AWSCredentials(accessKeyID: "AKIDEXAMPLE", secretAccessKey: secret)
public struct AWSCredentials: Hashable, Sendable {
    /// The identifier of the access key. It is sent with each request.
    public var accessKeyID: String
    /// The secret. It is never sent.
    public var secretAccessKey: String
    /// The token of temporary credentials. It is sent with each request.
    public var sessionToken: String?

    /// Creates credentials, which are temporary if they have a session token.
    public init(accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil) {
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
    }
}

extension AWSCredentials {
    /// A digest that tells users apart.
    var userName: String {
        let parts = [accessKeyID, secretAccessKey, sessionToken ?? ""]
        return Hexadecimal.text(of: MessageDigest.sha256(parts.map { "\($0.utf8.count) \($0)" }.joined().utf8))
    }
}

extension AWSCredentials: CustomStringConvertible, CustomReflectable {
    /// A placeholder that reveals nothing of the credentials.
    public var description: String { "AWS credentials \(Redaction.mark)" }

    /// The description alone, for a debugger or `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["credentials": Redaction.mark]) }
}
