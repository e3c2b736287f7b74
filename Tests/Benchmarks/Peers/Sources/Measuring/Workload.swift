/// What is loaded, once or many times.
package enum Workload: String, Sendable {
    /// An object of 1 KB with eight fields, decoded.
    case small
    /// The same object, each with a client of its own.
    case firstLoad = "first-load"
    /// A list of 100 KB with 500 episodes, decoded.
    case list
    /// The same list, not decoded.
    case listBytes = "list-bytes"
    /// 200 MiB, counted as they arrive and not kept.
    case download
    /// 200 MiB, written to a file.
    case downloadToFile = "download-to-file"
    /// The object of 1 KB, decoded, without a server.
    case noNetwork = "no-network"

    /// What is loaded before that which is measured, and how often: libraries are found, connections are made, code is
    /// paged in.
    var warmUp: (workload: Workload, count: Int) {
        switch self {
        case .small, .noNetwork: (self, 1_000)
        case .list, .firstLoad: (self, 20)
        case .listBytes: (self, 500)
        case .download, .downloadToFile: (.small, 20)
        }
    }

    /// Whether a load returned what it had to.
    func accepts(_ outcome: Int) -> Bool {
        switch self {
        case .small, .firstLoad, .noNetwork: outcome == Small.expectedNumber
        case .list: outcome == Episode.expectedCount
        case .listBytes: (90_000...110_000).contains(outcome)
        case .download, .downloadToFile: outcome == 200 << 20
        }
    }
}
