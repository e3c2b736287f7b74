import Foundation
import Resourceful
import ResourcefulDiagnostics
import ResourcefulTesting

#if canImport(Glibc)
    import Glibc
#endif

/// What a round sends that nobody may read: one for each place, all with the same beginning.
struct Secrets: Sendable {
    let bearer: String
    let key: String
    let query: String
    let password: String
    let token: String
    let refreshToken: String

    /// How all secrets of this program begin: whatever text holds it has told a secret.
    static let mark = "Kw3Vx9rT"

    init(_ dice: inout Dice, round: Int) {
        func secret(_ place: String) -> String { "\(Self.mark)\(place)\(round)z\(dice.word(12))" }
        (bearer, key, query) = (secret("B"), secret("K"), secret("Q"))
        (password, token, refreshToken) = (secret("P"), secret("T"), secret("R"))
    }

    var all: [String] { [bearer, key, query, password] }

    var fields: HeaderFields { ["Authorization": "Bearer \(bearer)", "X-Api-Key": key] }
}

/// Looks for secrets in everything that is written: texts are searched at once, and not kept.
final class Writings: Sendable {
    private struct Found: Sendable {
        /// Which round's secrets they are, and where they stood.
        var findings: [(round: Int, text: String)] = []
        var texts = 0
        var bytes = 0
    }

    private let found = Guarded(Found())

    /// How many texts and bytes were searched.
    var searched: (texts: Int, bytes: Int) { found.withLock { ($0.texts, $0.bytes) } }

    /// Takes the findings out.
    func takeFindings() -> [(round: Int, text: String)] {
        found.withLock { found in
            defer { found.findings = [] }
            return found.findings
        }
    }

    /// Looks at a text that was written somewhere.
    func look(_ place: String, _ text: String) {
        let finding = Self.excerpt(of: text, around: Secrets.mark).map { excerpt in
            // Behind the mark and a letter for the place stands the round.
            let number = excerpt.split(separator: Secrets.mark).last?.dropFirst().prefix(while: \.isNumber)
            return (number.flatMap { Int($0) } ?? 0, "a secret in \(place): \(excerpt)")
        }
        found.withLock { found in
            found.texts += 1
            found.bytes += text.utf8.count
            if let finding, found.findings.count < 5 { found.findings.append(finding) }
        }
    }

    /// Looks at what `dump` writes.
    func lookAtDump(_ place: String, of value: some Any) {
        var text = ""
        dump(value, to: &text)
        look(place, text)
    }

    /// Looks at all that an error writes: itself, its request, its response, its cause, what a user is shown.
    func look(at error: any Error) {
        look("the error", "\(error)")
        look("the error in full", String(reflecting: error))
        lookAtDump("the error's dump", of: error)
        look("the error's localized description", error.localizedDescription)
        look("the error's English", ErrorMessages.english(error))
        guard let error = error as? LoadError else { return }
        look(at: error.request, "the error's request")
        lookAtParts(of: error.request, "the error's request")
        if let cause = error.underlyingError {
            look("the cause", "\(cause)")
            look("the cause in full", String(reflecting: cause))
            lookAtDump("the cause's dump", of: cause)
        }
        if let response = error.response {
            look("the error's response", "\(response)")
            lookAtDump("the dump of the error's response", of: response)
        }
    }

    /// Looks at all that a request writes.
    func look(at request: Request, _ place: String = "the request") {
        look(place, "\(request)")
        lookAtDump("the dump of \(place)", of: request)
        if let text = try? request.curlCommand() { look("the command of \(place)", text) }
        if let text = try? request.httpMessage() { look("the message of \(place)", text) }
    }

    /// Looks at all that a recorder writes.
    func look(at trace: LoadTrace) {
        look("the trace", trace.text)
        look("the trace's HAR", String(trace.har()))
        look("the short HAR", String(trace.har(maximumBodySize: 12)))
        for event in trace.events {
            look("an event", "\(event)")
            lookAtDump("the dump of an event", of: event)
            switch event.kind {
            case .sent(let request, _), .failed(let request, _, _, _): lookAtParts(of: request, "an event's request")
            case .received(let response, let request, _, _):
                lookAtParts(of: request, "an event's request")
                look("the fields of an event's response", response.headerFields.map(\.value).joined(separator: "\n"))
            default: break
            }
        }
    }

    /// Looks at what somebody gets who is handed a request, and takes it apart.
    private func lookAtParts(of request: Request, _ place: String) {
        look("the URL of \(place)", request.url.absoluteString)
        look("the fields of \(place)", request.headerFields.map(\.value).joined(separator: "\n"))
    }

    /// Looks at the names and the contents of all files in a folder, but for the contents that a server has sent.
    func look(atNamesIn folder: URL, contentsOf isRead: (String) -> Bool = { _ in false }) {
        guard let names = FileManager.default.enumerator(atPath: folder.path) else { return }
        for case let name as String in names {
            look("the name of a file", name)
            if isRead(name), let data = try? Data(contentsOf: folder.appending(path: name)) {
                look("the file \(name)", String(decoding: data, as: UTF8.self))
            }
        }
    }

    /// What stands around a word in a text; nil when it isn't there.
    private static func excerpt(of text: String, around word: String) -> String? {
        var text = text
        let place = text.withUTF8 { bytes -> Int? in
            Array(word.utf8).withUnsafeBytes { word in
                guard let base = bytes.baseAddress, let start = word.baseAddress else { return nil }
                var index = 0
                while bytes.count - index >= word.count,
                    let found = memchr(base + index, Int32(word[0]), bytes.count - index - word.count + 1)
                {
                    index = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
                    if memcmp(found, start, word.count) == 0 { return index }
                    index += 1
                }
                return nil
            }
        }
        guard let place else { return nil }
        return String(decoding: text.utf8.dropFirst(max(0, place - 120)).prefix(300), as: UTF8.self)
    }
}
