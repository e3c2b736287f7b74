import Resourceful

extension Webservice {
    /// One for all families. What is cached for a time is in memory.
    static func feed(transport: some Transport = .platform) -> Webservice {
        Webservice(
            baseURL: URL(string: "https://api.juejin.cn")!,
            policies: [.inside(.juejin), .cache(in: MemoryCache(), Caching(.never))],
            transport: transport)
    }
}

extension Resource {
    /// In memory for three minutes, unless told otherwise: the server is not asked meanwhile. Leave it out, and nothing
    /// else changes.
    func inMemory(for lifetime: Duration = .seconds(180)) -> Resource {
        cached(Caching(lifetime: lifetime, ignoresQueryOrder: true))
    }

    /// On a disk of its own: ``Webservice/updates(of:)`` gives what is stored, and then asks the server in any case.
    func onDisk(_ disk: DiskCache) -> Resource {
        applying(.cache(in: disk)).cached(Caching(lifetime: .zero, ignoresQueryOrder: true))
    }
}
