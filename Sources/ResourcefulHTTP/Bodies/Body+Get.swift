extension Body {
    /// The same body, sent even when the method is GET.
    ///
    /// What content means in a GET request is not defined, and servers and what is between may ignore or refuse it (RFC
    /// 9110, section 9.3.1). So a GET with a body fails at the request stage, unless the body says that it is meant:
    /// some search interfaces ask for it. QUERY and POST are the methods for a question with content.
    public func allowedWithGet() -> Body {
        var body = self
        body.isAllowedWithGet = true
        return body
    }
}
