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
        // quickstart [--base-url URL] [WORDS]
        var words = Array(CommandLine.arguments.dropFirst())
        let place = words.first == "--base-url" && words.count > 1 ? words[1] : "https://api.github.com"
        if words.first == "--base-url" { words.removeFirst(min(2, words.count)) }
        let webservice = Webservice(
            baseURL: URL(string: place), policies: [.retry(upTo: 3), .cache(for: .seconds(60))])
        do {
            let query = words.isEmpty ? "networking language:swift" : words.joined(separator: " ")
            for line in try await webservice.load(summary(of: query)) { print(line) }
        } catch {
            FileHandle.standardError.write(Data("quickstart: \(error)\n".utf8))
            exit(1)
        }
    }
}
