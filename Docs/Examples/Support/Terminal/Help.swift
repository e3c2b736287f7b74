/// The output of `--help`: the purpose of the program, and how to do each task.
public struct Help: Sendable {
    /// A task, and the commands and options for it.
    public struct Topic: Sendable {
        let title: String
        let entries: [(words: String, meaning: String)]

        /// - Parameters:
        ///   - title: The task, as a sentence in the imperative.
        ///   - entries: The text to type, and its effect.
        public init(_ title: String, _ entries: [(words: String, meaning: String)]) {
            (self.title, self.entries) = (title, entries)
        }
    }

    private let usage: String
    private let summary: String
    private let topics: [Topic]

    /// - Parameters:
    ///   - usage: The form of the command line.
    ///   - summary: The purpose of the program.
    ///   - topics: The tasks.
    public init(usage: String, _ summary: String, _ topics: [Topic] = []) {
        (self.usage, self.summary, self.topics) = (usage, summary, topics)
    }

    /// The text for a terminal. Without one, or in a wide one, lines have up to 80 columns.
    public func text(on terminal: Terminal) -> String {
        let columns = min(terminal.columns ?? 80, 80)
        let beginning = "usage: \(usage)".wrapped(to: columns, indent: 7) + "\n\n" + summary.wrapped(to: columns)
        let entries = topics.flatMap(\.entries)
        let width = min(entries.map(\.words.columns).max() ?? 0, 32)
        return
            ([beginning]
            + topics.map { topic in
                let lines = topic.entries.map { Self.line($0.words, $0.meaning, width, columns) }
                return ([terminal.laidOut(topic.title, .bold)] + lines).joined(separator: "\n")
            }).joined(separator: "\n\n")
    }

    /// The words beside their meaning, or above it if there isn't enough space.
    private static func line(_ words: String, _ meaning: String, _ width: Int, _ columns: Int) -> String {
        let isBeside = columns >= width + 34
        let margin = String(repeating: " ", count: isBeside ? width + 4 : 6)
        let lines = meaning.wrapped(to: columns - margin.count).split(separator: "\n")
        let rest = lines.joined(separator: "\n" + margin)
        guard isBeside, words.columns <= width else { return "  \(words)\n\(margin)\(rest)" }
        return "  \(words)\(String(repeating: " ", count: width + 2 - words.columns))\(rest)"
    }
}
