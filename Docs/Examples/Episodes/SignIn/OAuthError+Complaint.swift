public import ExampleSupport
public import ResourcefulOAuth

extension OAuthError: Complaining {
    public var complaint: Complaint { Complaint("\(self)", hint: "Sign in again.", status: .notAllowed) }
}

extension OAuthFailure: Complaining {
    public var complaint: Complaint { Complaint("\(self)", hint: "Sign in again.", status: .notAllowed) }
}
