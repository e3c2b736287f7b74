import ExampleSupport
import Resourceful

/// What the program was asked to do.
struct Arguments: Equatable {
    /// The server to load from; nil for one of the program's own.
    var baseURL: URL?
    /// The folder in which responses are kept; nil for one of the user's caches.
    var cacheFolder: String?
    /// Where to record what is sent and what is answered; nil for nowhere.
    var recording: String?
    /// Whether only to remove what is kept.
    var clearsCache = false
    /// Whether to load from a server that fails on purpose, and to show what is done about it.
    var isFlaky = false
    /// Whether to sign in at a server of its own.
    var signsIn = false
    /// Where to write the HTTP archive of that.
    var archive: String?
    /// What to download; nil for nothing.
    var download: DownloadArguments?
    /// Whether only to say how the program is used.
    var wantsHelp = false

    static let usage = """
        usage: episodes [--base-url URL] [--cache-folder FOLDER] [--record FILE]
               episodes --clear-cache [--cache-folder FOLDER]
               episodes --flaky [--har FILE]
               episodes sign-in
               episodes download [URL] [--to FOLDER] [--cache-folder FOLDER] [--rate BYTES]

        Loads a podcast over HTTP and shows it: from a server of its own on this machine,
        or from another one of the same shape.

        Responses are kept in a folder, so a second run shows the list of episodes before
        any server is asked. --clear-cache removes them.

        With --record, FILE gets what was sent and what was answered, without secrets, as a HAR:
        tests can replay it.

        With --flaky the server fails on purpose, and a timeline shows what was done about it
        and why. FILE opens in a browser's developer tools, as a HAR.

        sign-in shows how a command line gets a token (OAuth's device flow), and renews it.

        download fetches a file, without a URL from a server of its own that sends so many
        BYTES a second. Interrupted by Ctrl-C and started again, it goes on from there.
        """

    init(_ arguments: some Sequence<String>) throws {
        let words = Array(arguments)
        if words.first == "download" {
            wantsHelp = words.contains { $0 == "--help" || $0 == "-h" }
            download = wantsHelp ? nil : try DownloadArguments(words.dropFirst())
            return
        }
        if words.first == "sign-in" {
            wantsHelp = words.contains { $0 == "--help" || $0 == "-h" }
            signsIn = !wantsHelp
            if let more = words.dropFirst().first, !wantsHelp { throw UsageError("unknown argument: \(more)") }
            return
        }
        var arguments = words.makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--help", "-h": wantsHelp = true
            case "--base-url":
                guard let text = arguments.next() else { throw UsageError("--base-url needs a URL") }
                baseURL = try Self.baseURL(text)
            case "--cache-folder":
                guard let path = arguments.next() else { throw UsageError("--cache-folder needs a folder") }
                cacheFolder = path
            case "--record":
                guard let path = arguments.next() else { throw UsageError("--record needs a file") }
                recording = path
            case "--clear-cache": clearsCache = true
            case "--flaky": isFlaky = true
            case "--har":
                guard let path = arguments.next() else { throw UsageError("--har needs a file") }
                archive = path
            case let argument where argument.hasPrefix("--base-url="):
                baseURL = try Self.baseURL(String(argument.dropFirst("--base-url=".count)))
            default: throw UsageError("unknown argument: \(argument)")
            }
        }
        if archive != nil, !isFlaky { throw UsageError("--har goes with --flaky") }
        if isFlaky, clearsCache || cacheFolder != nil { throw UsageError("--flaky keeps nothing") }
        if recording != nil, isFlaky || clearsCache { throw UsageError("--record goes with neither of the others") }
        if baseURL != nil, clearsCache { throw UsageError("--clear-cache loads nothing, and needs no --base-url") }
        if baseURL != nil, isFlaky { throw UsageError("--flaky has a server of its own, and no --base-url") }
    }

    private static func baseURL(_ text: String) throws -> URL {
        guard let url = URL(string: text.hasSuffix("/") ? text : text + "/"), Origin(url) != nil else {
            throw UsageError("--base-url needs an http or https URL, and this is none: \(text)")
        }
        return url
    }
}
