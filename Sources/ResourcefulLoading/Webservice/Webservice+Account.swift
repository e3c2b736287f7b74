extension Webservice {
    /// The same service for one of several users, with its own token, cookies and policy state.
    ///
    ///     let alice = webservice.account("alice"), bob = webservice.account("bob")
    ///     try await alice.load(Plan.signIn(with: token, for: api))
    ///     let episodes = try await alice.load(Episode.all)
    ///
    /// An account is a part of the store: the names of its entries begin with `account/alice/`. A load belongs to the
    /// account that it began with, even if your app switches to another one meanwhile. Loads of one account share a
    /// token refresh, limits and budgets. All accounts share the connections and the cache, in which the responses of
    /// each account are its own.
    ///
    /// - Parameter name: A name that is unique among the accounts. It appears in logs, so don't put a secret into it.
    public func account(_ name: String) -> Webservice { with(account: name) }
}
