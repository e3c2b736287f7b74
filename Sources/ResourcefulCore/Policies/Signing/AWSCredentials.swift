/// What requests to Amazon Web Services are signed with: an access key and its secret.
public struct AWSCredentials: Hashable, Sendable {
    /// Which key it is; sent with each request.
    public var accessKeyID: String
    /// The secret; never sent.
    public var secretAccessKey: String
    /// What temporary credentials need besides; sent with each request.
    public var sessionToken: String?

    /// Credentials, temporary ones with a session token.
    public init(accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil) {
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
    }
}

extension AWSCredentials: CustomStringConvertible, CustomReflectable {
    /// That there are credentials, and nothing of them.
    public var description: String { "AWS credentials \(Redaction.mark)" }

    /// The description alone, for a debugger or `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["credentials": Redaction.mark]) }
}
