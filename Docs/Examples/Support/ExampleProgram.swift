/// An example program with `--help`, options that take a word, and errors on standard error.
public struct ExampleProgram: Sendable {
    /// An option that takes a word, `--folder FOLDER`, or none.
    public struct Option: Sendable {
        let name: String
        let value: String
        let meaning: String

        /// - Parameters:
        ///   - name: The option, with its two dashes.
        ///   - value: The name of the word, in capitals.
        ///   - meaning: The meaning of the option.
        public init(_ name: String, _ value: String, _ meaning: String) {
            (self.name, self.value, self.meaning) = (name, value, meaning)
        }

        /// An option without a word.
        public init(_ name: String, _ meaning: String) { self.init(name, "", meaning) }

        /// The text to type.
        var form: String { value.isEmpty ? name : "\(name) \(value)" }
    }

    private let name: String
    private let summary: String
    private let options: [Option]

    /// - Parameters:
    ///   - name: The program.
    ///   - summary: The purpose of the program.
    ///   - options: The options of the program.
    public init(_ name: String, _ summary: String, options: [Option] = []) {
        (self.name, self.summary, self.options) = (name, summary, options)
    }

    /// The output of `--help`.
    public var help: Help {
        let words = options.map { " [\($0.form)]" }.joined()
        let entries = options.map { ($0.form, $0.meaning) }
        return Help(
            usage: "\(name)\(words) [--help]", summary, options.isEmpty ? [] : [Help.Topic("Options", entries)])
    }

    /// The words of the given options, empty for those that take none; nil if only the help was requested.
    public func words(in arguments: some Sequence<String>) throws(UsageError) -> [String: String]? {
        var words: [String: String] = [:]
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            if argument == "--help" || argument == "-h" { return nil }
            guard let option = options.first(where: { $0.name == argument }) else {
                throw UsageError(unknown: argument, known: options.map(\.name) + ["--help"])
            }
            guard let word = option.value.isEmpty ? "" : arguments.next() else {
                throw UsageError("\(argument) needs a \(option.value)")
            }
            words[argument] = word
        }
        return words
    }

    /// Runs the program. If it fails, prints the reason to standard error, and exits with its status.
    ///
    /// - Parameter body: The program, which receives the words of its options.
    @MainActor public func run(_ body: @MainActor ([String: String]) async throws -> Void) async {
        do {
            guard let words = try words(in: CommandLine.arguments.dropFirst()) else {
                return print(help.text(on: .output))
            }
            try await body(words)
        } catch {
            Complaint(error).end(name)
        }
    }
}

/// Prints a title above the next lines.
public func heading(_ text: String) { print("\n" + Terminal.output.styled("── \(text)", .bold)) }
