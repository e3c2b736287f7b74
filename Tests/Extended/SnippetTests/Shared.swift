import Foundation

// What snippets of several articles share.
let api = URL(string: "https://api.example.org/")!

let repository = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }

/// The text of a file of the repository, such as an article.
func document(_ path: String) throws -> String {
    try String(contentsOf: repository.appending(path: path), encoding: .utf8)
}
