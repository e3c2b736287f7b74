import Resourceful

/// A program's error message: what happened on one line, what to do about it on the next, and the exit status.
public struct Complaint: Equatable, Sendable {
    /// What happened, on one line.
    public let message: String
    /// What the user can do about it.
    public let hint: String?
    /// The exit status.
    public let status: ExitCode

    /// Creates a complaint. Line breaks in the message become spaces.
    public init(_ message: String, hint: String? = nil, status: ExitCode) {
        self.message = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        (self.hint, self.status) = (hint, status)
    }

    /// Creates the complaint for any error.
    public init(_ error: any Error) {
        switch error {
        case let error as any Complaining: self = error.complaint
        case let error as LoadError: self.init(error)
        case is CancellationError: self.init("interrupted", status: .interrupted)
        case let error as CocoaError:
            let path = error.userInfo["NSFilePath"].map { "\($0): " } ?? ""
            self.init("\(path)reading or writing failed (code \(error.code.rawValue))", status: .inputOutput)
        default: self.init("\(error)", status: .software)
        }
    }

    /// The text on standard error. Wrong arguments refer to `--help`, unless there is a better hint.
    public func text(of program: String, on terminal: Terminal) -> String {
        let name = terminal.styled("\(program):", .red)
        let hint = hint ?? (status == .usage ? "Run `\(program) --help` for what it can do." : nil)
        let lines = ["\(program): \(message)"] + (hint.map { ["hint: \($0)"] } ?? [])
        return lines.map { line in
            let fitted = terminal.laidOut(line, indent: 2)
            guard fitted.hasPrefix("hint:") else { return name + fitted.dropFirst(program.count + 1) }
            return terminal.styled("hint:", .yellow) + fitted.dropFirst("hint:".count)
        }.joined(separator: "\n")
    }
}

/// An error with its own complaint.
public protocol Complaining: Error {
    var complaint: Complaint { get }
}

/// The arguments are invalid.
public struct UsageError: Complaining, Equatable, CustomStringConvertible {
    public let description: String
    private let hint: String?

    /// - Parameters:
    ///   - description: What is wrong with them.
    ///   - hint: What to write instead; nil to refer to `--help`.
    public init(_ description: String, hint: String? = nil) { (self.description, self.hint) = (description, hint) }

    /// An unknown argument. The hint is the argument that was probably meant.
    public init(unknown argument: String, known: [String]) {
        let name = argument.split(separator: "=").first.map(String.init) ?? argument
        let hint = Wording.suggestion(for: name, among: known).map { "Did you mean \($0)?" }
        self.init("unknown argument: \(argument)", hint: hint)
    }

    public var complaint: Complaint { Complaint(description, hint: hint, status: .usage) }
}
