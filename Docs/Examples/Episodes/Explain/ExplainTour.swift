import ExampleSupport
import Resourceful
import ResourcefulDiagnostics

/// A load of the program that can be explained.
enum ExplainedLoad: String, CaseIterable {
    case list, details, comment, flaky

    var title: String {
        switch self {
        case .list: "list: the episodes"
        case .details: "details: the episode that the tour finds"
        case .comment: "comment: one on the newest episode"
        case .flaky: "flaky: the episodes, as `episodes --flaky` loads them"
        }
    }
}

/// Explains what the program's loads would do now, with its policies and what is stored. It sends nothing.
struct ExplainTour {
    let loads: [ExplainedLoad]
    /// The server to load from; nil for the program's own.
    let baseURL: URL?
    let cache: CacheFolder
    private let terminal = Terminal.output

    func run() async throws {
        terminal.say("Nothing is sent. Responses are kept in \(cache.path)")
        for load in loads {
            terminal.write("\n" + terminal.laidOut(load.title, .bold) + "\n")
            terminal.show(try await explanation(of: load))
        }
    }

    private func explanation(of load: ExplainedLoad) async throws -> Explanation {
        let podcast = Podcast()
        let tour = Tour(baseURL: baseURL ?? ownURL, cache: cache.responses, transport: .platform).webservice
        return switch load {
        case .list: try await tour.explain(Visit.list)
        case .details: try await tour.explain(podcast.search("plans")[0].media)
        case .comment:
            try await tour.explain(podcast.episodes[0].post(Comment(author: "A listener", text: "Why?")))
        case .flaky: try await FlakyTour.webservice(for: FlakyServer()).explain(Episode.all)
        }
    }

    /// The address of the program's own server in its last run: responses are stored under it.
    private var ownURL: URL {
        var components = URLComponents(string: "http://127.0.0.1/")
        components?.port = cache.port == 0 ? nil : Int(cache.port)
        return components?.url ?? URL(filePath: "/")
    }
}

extension Terminal {
    /// Writes an explanation. Texts that don't fit are continued below their beginning.
    func show(_ explanation: Explanation) {
        let width = explanation.lines.map(\.subject.columns).max() ?? 0
        for line in explanation.lines {
            let padding = String(repeating: " ", count: width - line.subject.columns)
            say(
                "  \(line.subject)\(padding)  \(line.text)", line.subject == "warning" ? .yellow : nil,
                indent: width + 2)
        }
    }
}
