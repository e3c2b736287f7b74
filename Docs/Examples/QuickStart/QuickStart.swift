// A whole program in one file: copy it into an executable target, and QuickStartTests.swift into its test target.
import Foundation
import Resourceful

// 1. Models: what you want.
struct Repository: Decodable, Sendable {
    let fullName: String
    let stargazersCount: Int
}

struct Contributor: Decodable, Sendable {
    let login: String
}

// 2. Resources: a request, and how to read its response.
extension Repository {
    static func search(_ words: String) -> Resource<[Repository]> {
        Resource(
            json: "search/repositories{?q,per_page}", ["q": words, "per_page": 3], at: "items",
            decoder: JSON.Decoder(keys: .convertFromSnakeCase))
    }

    var contributors: Resource<[Contributor]> {
        Resource(json: "repos/{+name}/contributors{?per_page}", ["name": fullName, "per_page": 3])
    }
}

// 3. A plan: a search, then a request for each result, two at the same time.
func summary(of words: String) -> Plan<[String]> {
    Repository.search(words).flatMap { repositories in
        all(
            repositories.map { repository in
                repository.contributors.map { people in
                    let names = people.map(\.login).joined(separator: ", ")
                    return "\(repository.fullName) has \(repository.stargazersCount) stars. By \(names)."
                }
            }, atOnce: 2)
    }
}

// 4. A Webservice: where to load it from, and the policies for every request.
@main struct QuickStart {
    static func main() async {
        // quickstart [--local | --base-url URL] [WORDS]
        var words = Array(CommandLine.arguments.dropFirst())
        let isLocal = words.first == "--local"
        let place = words.first == "--base-url" && words.count > 1 ? words[1] : "https://api.github.com"
        if isLocal || words.first == "--base-url" { words.removeFirst(min(isLocal ? 1 : 2, words.count)) }
        let policies: [Policy] = [.cache(for: .seconds(60)), .retry(upTo: 3)]
        let webservice = Webservice(baseURL: URL(string: place), policies: policies + (isLocal ? [.samples] : []))
        do {
            let query = words.isEmpty ? "networking language:swift" : words.joined(separator: " ")
            for line in try await webservice.load(summary(of: query)) { print(line) }
        } catch {
            let kind = ((error as? LoadError)?.underlyingError as? TransportError)?.kind
            let isOffline = [.cannotResolveHost, .cannotConnect, .timedOut].contains(kind)
            let advice = "Check your internet connection, or try `quickstart --local`, which needs none."
            let text = isOffline ? "\(place) can't be reached. \(advice)" : "\(error)"
            FileHandle.standardError.write(Data("quickstart: \(text)\n".utf8))
            exit(1)
        }
    }
}

// 5. Samples for `--local`: a policy that answers in place of the server.
extension Policy {
    static let samples = Policy(named: "samples") { request, _ in
        let isSearch = request.url.path().hasSuffix("/search/repositories")
        let found = #"{"items": [{"full_name": "ada/engine", "stargazers_count": 1843}]}"#
        let people = #"[{"login": "ada"}, {"login": "charles"}]"#
        return .value(Response(body: Data((isSearch ? found : people).utf8)))
    }
}
