import Resourceful
import ResourcefulDisk

extension Webservice {
    /// One Webservice for all families. Responses with a lifetime are cached in memory.
    static func feed(transport: some Transport = .platform) -> Webservice {
        Webservice(
            baseURL: URL(string: "https://api.juejin.cn")!,
            policies: [.inside(.juejin), .cache(in: MemoryCache(), Caching(.never))],
            transport: transport)
    }
}

extension Resource {
    /// Keeps a response in memory for three minutes by default, without asking the server. Remove it, and nothing
    /// else changes.
    func inMemory(for lifetime: Duration = .seconds(180)) -> Resource {
        cached(Caching(lifetime: lifetime, ignoresQueryOrder: true))
    }

    /// Caches on disk. ``Webservice/updates(of:)`` returns the stored value, then asks the server in any case.
    func onDisk(_ disk: DiskCache) -> Resource {
        applying(.cache(in: disk)).cached(Caching(lifetime: .zero, ignoresQueryOrder: true))
    }
}
