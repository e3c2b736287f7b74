import Foundation
import Resourceful

// The programs of README and of "Installation". They load from a server on the internet, so they are compiled, not run.
private struct Repository: Decodable, Sendable {
    let description: String
}

private func readme() async throws {
    let github = Webservice(
        baseURL: URL(string: "https://api.github.com")!, policies: [.cache(), .retry(upTo: 3)])
    print(try await github.load(summary(of: "swiftlang/swift")))
}

private func installation() async throws {
    let github = Webservice(
        baseURL: URL(string: "https://api.github.com")!, policies: [.cache(), .retry(upTo: 3)])
    print(try await github.load(Resource<Repository>(json: "repos/swiftlang/swift")))
}
