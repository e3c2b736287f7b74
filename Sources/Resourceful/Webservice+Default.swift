extension Webservice {
    /// Creates a Webservice that uses the platform's transport, ``PlatformTransport``.
    ///
    /// - Parameters:
    ///   - baseURL: The folder that contains relative URLs, with or without a trailing slash: `news` in
    ///     `https://h/api/4` is `https://h/api/4/news`. A URL that leaves it, such as `/news` or `../news`, fails the
    ///     load.
    ///   - policies: The policies for every request, the outermost first.
    ///   - store: The store for the entries of plans and policies.
    ///   - answers: The answers to the questions of plans; see `Question`.
    ///   - observers: The observers of all loads.
    public init(
        baseURL: URL? = nil, policies: [Policy] = [], store: some EntryStore = MemoryStore(),
        answers: [Answer] = [], observers: [LoadObserver] = []
    ) {
        self.init(
            baseURL: baseURL, policies: policies, store: store, answers: answers, observers: observers,
            transport: .platform)
    }
}
