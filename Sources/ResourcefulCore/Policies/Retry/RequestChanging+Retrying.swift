extension RequestChanging {
    /// The same with its own rule of retrying, instead of that of the Webservice: the two are never multiplied.
    ///
    /// It is followed where the Webservice has its policy of retrying, or outside all policies when it has none.
    ///
    ///     Episode.all.retrying(.never)
    public func retrying(_ rule: RetryRule) -> Self { option(Retrying.self, .rule(rule)) }
}

/// What a request says about being retried.
enum Retrying: RequestOption {
    enum Value: Hashable {
        /// Nothing: the rule of the Webservice holds, if there is one.
        case unsaid
        /// It has its own rule.
        case rule(RetryRule)
        /// Its own rule is being followed further outside.
        case followed
    }

    static let defaultValue = Value.unsaid
}
