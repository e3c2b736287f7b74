import ExampleSupport
import Resourceful

/// The arguments of the program.
struct Arguments: Equatable {
    /// The server to load from; nil for the program's own.
    var baseURL: URL?
    /// The folder for responses; nil for one in the user's caches.
    var cacheFolder: String?
    /// The file for a recording of all exchanges; nil for none.
    var recording: String?
    /// Whether to only remove the stored files.
    var clearsCache = false
    /// Whether to load from a server that fails on purpose, and to show how the policies react.
    var isFlaky = false
    /// Whether to sign in at the program's own server.
    var signsIn = false
    /// The file for the HTTP archive of that.
    var archive: String?
    /// The URL to download; nil for none.
    var download: DownloadArguments?
    /// The load to explain; nil for none.
    var explanation: ExplainArguments?
    /// The settings for worlds with failures; nil to try none.
    var whatIf: WhatIfArguments?
    /// The outbox to show; nil for none.
    var outbox: OutboxArguments?
    /// Whether to only print the help.
    var wantsHelp = false

    private static let known = [
        "download", "explain", "outbox", "sign-in", "what-if", "--base-url", "--cache-folder", "--record",
        "--clear-cache", "--flaky", "--har", "--help",
    ]

    init(_ arguments: some Sequence<String>) throws {
        let words = Self.separated(arguments)
        if words.contains("--help") || words.contains("-h") {
            wantsHelp = true
            return
        }
        switch words.first {
        case "download": download = try DownloadArguments(words.dropFirst())
        case "explain": explanation = try ExplainArguments(words.dropFirst())
        case "outbox": outbox = try OutboxArguments(words.dropFirst())
        case "what-if": whatIf = try WhatIfArguments(words.dropFirst())
        case "sign-in":
            signsIn = true
            if let more = words.dropFirst().first { throw UsageError(unknown: more, known: ["--help"]) }
        default: try readTour(words)
        }
    }

    /// Reads the arguments of the program without a command.
    private mutating func readTour(_ words: [String]) throws {
        try read(words)
        if archive != nil, !isFlaky { throw UsageError("--har goes with --flaky") }
        if isFlaky, clearsCache || cacheFolder != nil { throw UsageError("--flaky keeps nothing") }
        if recording != nil, isFlaky || clearsCache {
            throw UsageError("--record can't be combined with --flaky or --clear-cache")
        }
        if baseURL != nil, clearsCache { throw UsageError("--clear-cache loads nothing, and needs no --base-url") }
        if baseURL != nil, isFlaky { throw UsageError("--flaky has a server of its own, and no --base-url") }
    }

    private mutating func read(_ words: [String]) throws {
        var arguments = words.makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--base-url": baseURL = try Self.baseURL(try Self.word(after: argument, "a URL", &arguments))
            case "--cache-folder": cacheFolder = try Self.word(after: argument, "a folder", &arguments)
            case "--record": recording = try Self.word(after: argument, "a file", &arguments)
            case "--clear-cache": clearsCache = true
            case "--flaky": isFlaky = true
            case "--har": archive = try Self.word(after: argument, "a file", &arguments)
            default: throw UsageError(unknown: argument, known: Self.known)
            }
        }
    }

    /// The value of an option.
    static func word(
        after option: String, _ meaning: String, _ arguments: inout some IteratorProtocol<String>
    ) throws -> String {
        guard let word = arguments.next(), !word.hasPrefix("--") else { throw UsageError("\(option) needs \(meaning)") }
        return word
    }

    /// The words. `--option=word` counts as two.
    private static func separated(_ arguments: some Sequence<String>) -> [String] {
        arguments.flatMap { argument in
            argument.hasPrefix("--")
                ? argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                : [argument]
        }
    }

    /// The base URL in a word. A slash is added to its end if it has none.
    static func baseURL(_ text: String) throws -> URL {
        guard let url = URL(string: text.hasSuffix("/") ? text : text + "/"), Origin(url) != nil else {
            throw UsageError(
                "--base-url needs an http or https URL: \(text)",
                hint: "Write it as in --base-url http://127.0.0.1:8080")
        }
        return url
    }
}
