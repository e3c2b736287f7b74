import ExampleSupport
import Resourceful

/// The arguments of `episodes explain`.
struct ExplainArguments: Equatable {
    /// The loads to explain.
    var loads = ExplainedLoad.allCases
    /// The server to load from; nil for the program's own.
    var baseURL: URL?
    /// The program's folder; nil for one in the user's caches.
    var cacheFolder: String?

    init(_ arguments: some Sequence<String>) throws {
        let names = ExplainedLoad.allCases.map(\.rawValue)
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--base-url":
                baseURL = try Arguments.baseURL(try Arguments.word(after: argument, "a URL", &arguments))
            case "--cache-folder": cacheFolder = try Arguments.word(after: argument, "a folder", &arguments)
            case let name where loads.count > 1 && names.contains(name):
                loads = ExplainedLoad.allCases.filter { $0.rawValue == name }
            default: throw UsageError(unknown: argument, known: names + ["--base-url", "--cache-folder", "--help"])
            }
        }
    }

    /// Runs the command.
    func run() async throws {
        try await ExplainTour(loads: loads, baseURL: baseURL, cache: CacheFolder(path: cacheFolder)).run()
    }
}
