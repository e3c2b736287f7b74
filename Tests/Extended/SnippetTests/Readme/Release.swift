// README's example, word for word. Tests/Outside builds it once more, as README's package.
import Resourceful

private nonisolated struct Repository: Decodable, Sendable {
    let description: String

    static func named(_ name: String) -> Resource<Repository> {
        Resource(json: "repos/{+name}", ["name": name])
    }
}

nonisolated struct Release: Decodable, Sendable {
    let name: String

    static func latest(of name: String) -> Resource<Release> {
        Resource(json: "repos/{+name}/releases/latest", ["name": name])
    }
}

// Both are requested at the same time.
func summary(of name: String) -> Plan<String> {
    zip(Repository.named(name), Release.latest(of: name)).map { repository, release in
        "\(repository.description): \(release.name)"
    }
}
